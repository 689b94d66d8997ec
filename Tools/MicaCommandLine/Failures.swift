import Glibc
import MicaSurface

/// The exit statuses. Source: the usual meaning on Unix, and sysexits(3) for what a scheduler may try again.
package enum ExitCode {
    /// The command did its work.
    package static let success: Int32 = 0
    /// Something could not be read, drawn or written.
    package static let failure: Int32 = 1
    /// The command line is not valid.
    package static let usage: Int32 = 2
    /// The machine could not do it now; another try may succeed (EX_TEMPFAIL).
    package static let tryAgain: Int32 = 75
}

/// An error in the command line.
package struct UsageError: Error {
    /// The error, in words.
    package let message: String
    /// The subcommand whose help explains more.
    package let command: String?

    package init(_ message: String, command: String? = nil) {
        (self.message, self.command) = (message, command)
    }
}

/// The failure of a valid command, in words.
package struct CommandFailure: Error, CustomStringConvertible {
    /// One line.
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension SurfaceError {
    /// What a machine may have at one time and not at another: a full disk, an exhausted quota, too many open files, too
    /// little memory, a network's file that has gone.
    private static let passing = [ENOSPC, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM, ESTALE, EAGAIN, ETIMEDOUT]

    /// Whether another try may succeed, on this machine or on another.
    package var mayPass: Bool {
        Self.passing.contains { code in
            guard let words = unsafe strerror(code).map({ unsafe String(cString: $0) }) else { return false }
            return reason == words.prefix(1).lowercased() + words.dropFirst()
        }
    }
}
