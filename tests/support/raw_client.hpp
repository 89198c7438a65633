// SPDX-License-Identifier: BSL-1.0
// A TCP client made of system calls, so that no code of frevo tests itself.
#pragma once

#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace frevo::testing {

/// A blocking socket connected to 127.0.0.1 or ::1. What takes longer than a minute throws.
class raw_client
{
public:
    static constexpr int patience_ms = 60'000;

    explicit raw_client(std::uint16_t port)
    {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connect_to(to);
    }
    /// A client that uses IPv6.
    static raw_client over_ipv6(std::uint16_t port)
    {
        sockaddr_in6 to{};
        to.sin6_family = AF_INET6;
        to.sin6_port = htons(port);
        to.sin6_addr = in6addr_loopback;
        raw_client made;
        made.connect_to(to);
        return made;
    }
    ~raw_client() { close(); }
    raw_client(raw_client&& other) noexcept
        : socket_(std::exchange(other.socket_, -1)), rest_(std::move(other.rest_))
    {}
    raw_client& operator=(raw_client&&) = delete;

    int native() const noexcept { return socket_; }

    /// Sends everything, or throws.
    void send(std::string_view bytes)
    {
        if (!try_send(bytes))
            throw std::runtime_error{std::string{"send: "} + std::strerror(errno)};
    }

    /// Sends everything; false when the server has gone.
    bool try_send(std::string_view bytes)
    {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0)
                return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    /// Ends the sending.
    void end_sending() { ::shutdown(socket_, SHUT_WR); }

    /// Closes with a reset.
    void reset()
    {
        const linger abortive{1, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &abortive, sizeof abortive);
        close();
    }

    void close()
    {
        if (socket_ >= 0)
            ::close(std::exchange(socket_, -1));
    }

    /// Reads the answer that comes next, head and body. An empty text means the end.
    std::string read_answer()
    {
        for (;;) {
            const std::size_t head = rest_.find("\r\n\r\n");
            if (head != std::string::npos) {
                const std::size_t size = head + 4 + content_length(rest_.substr(0, head + 2));
                if (rest_.size() >= size) {
                    std::string answer = rest_.substr(0, size);
                    rest_.erase(0, size);
                    return answer;
                }
            }
            if (!read_more()) {
                if (!rest_.empty())
                    throw std::runtime_error{"the answer ends early: " + rest_};
                return {};
            }
        }
    }

    /// The body of the answer that comes next; "end" when there is none.
    std::string read_body()
    {
        const std::string answer = read_answer();
        return answer.empty() ? "end" : answer.substr(answer.find("\r\n\r\n") + 4);
    }

    /// Sends a GET and returns the body of the answer.
    std::string fetch(std::string_view target)
    {
        send("GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n\r\n");
        return read_body();
    }

    /// Reads until the server closes.
    std::string read_all()
    {
        while (read_more()) {}
        return std::exchange(rest_, {});
    }

    /// Whether something can be read within this time, the end included.
    bool readable_within(int milliseconds) const
    {
        pollfd wait{socket_, POLLIN, 0};
        return ::poll(&wait, 1, milliseconds) > 0;
    }

private:
    raw_client() = default;

    template <class Address>
    void connect_to(const Address& to)
    {
        socket_ = ::socket(reinterpret_cast<const sockaddr&>(to).sa_family, SOCK_STREAM, 0);
        if (socket_ < 0)
            throw std::runtime_error{"no socket"};
        if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
            const int failed = errno;
            close();
            throw std::runtime_error{std::string{"connect: "} + std::strerror(failed)};
        }
        const int one = 1;
        ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    }

    bool read_more()
    {
        if (!readable_within(patience_ms))
            throw std::runtime_error{"the server does not answer"};
        char buffer[16 * 1024];
        const ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
        if (got < 0)
            throw std::runtime_error{std::string{"recv: "} + std::strerror(errno)};
        rest_.append(buffer, static_cast<std::size_t>(got));
        return got > 0;
    }

    static std::size_t content_length(std::string head)
    {
        for (char& c : head)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        const std::size_t at = head.find("\r\ncontent-length: ");
        return at == std::string::npos ? 0 : std::stoul(head.substr(at + 18));
    }

    int socket_ = -1;
    std::string rest_;
};

} // namespace frevo::testing
