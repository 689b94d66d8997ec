import Foundation

/// Where a render server listens.
package struct ServerAddress: Sendable, Equatable {
    /// The socket's path.
    package let path: String
    /// Whether somebody has named it, rather than that it is where servers usually are.
    package let isNamed: Bool

    /// An address that somebody has named.
    package init(path: String) { (self.path, isNamed) = (path, true) }

    private init(usual path: String) { (self.path, isNamed) = (path, false) }

    /// The address that a program's windows look at.
    ///
    /// It is the path in the variable MICA_SERVER; `none` stands for no server. Without the variable it is `mica-0` in the directory that
    /// XDG_RUNTIME_DIR names, if it is there.
    package static func found(in environment: [String: String] = ProcessInfo.processInfo.environment) -> ServerAddress?
    {
        if let named = environment["MICA_SERVER"], !named.isEmpty {
            return named == "none" ? nil : ServerAddress(path: named)
        }
        guard let usual = usual(in: environment), FileManager.default.fileExists(atPath: usual.path) else { return nil }
        return usual
    }

    /// The address that a server takes: MICA_SERVER's, else `mica-0` in XDG_RUNTIME_DIR; nil where neither is set.
    package static func own(in environment: [String: String] = ProcessInfo.processInfo.environment) -> ServerAddress? {
        if let named = environment["MICA_SERVER"], !named.isEmpty, named != "none" { return ServerAddress(path: named) }
        return usual(in: environment)
    }

    private static func usual(in environment: [String: String]) -> ServerAddress? {
        // As the XDG base directory specification has it: a relative path is not taken.
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return nil }
        return ServerAddress(usual: directory + "/mica-0")
    }
}
