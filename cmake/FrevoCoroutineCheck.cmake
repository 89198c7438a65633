# SPDX-License-Identifier: BSL-1.0
# frevo_check_coroutines(): runs the coroutine checker over a target's sources. Installed for users.
