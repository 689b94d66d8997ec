import Foundation

/// The address of a render server.
package struct ServerAddress: Sendable, Equatable {
    /// The path of the socket.
    package let path: String
    /// Whether the environment or the program named the address; false for the usual one.
    package let isNamed: Bool

    /// Makes an address that was named.
    package init(path: String) { (self.path, isNamed) = (path, true) }

    private init(usual path: String) { (self.path, isNamed) = (path, false) }

    /// The address that a program's windows connect to.
    ///
    /// It is the path in the variable MICA_SERVER; `none` stands for no server. Without the variable it is `mica-0` in
    /// the directory XDG_RUNTIME_DIR, if that file exists.
    package static func found(in environment: [String: String] = ProcessInfo.processInfo.environment) -> ServerAddress?
    {
        if let named = environment["MICA_SERVER"], !named.isEmpty {
            return named == "none" ? nil : ServerAddress(path: named)
        }
        guard let usual = usual(in: environment), FileManager.default.fileExists(atPath: usual.path) else { return nil }
        return usual
    }

    /// The address that a server listens at: MICA_SERVER, or else `mica-0` in XDG_RUNTIME_DIR; nil when neither is set.
    package static func own(in environment: [String: String] = ProcessInfo.processInfo.environment) -> ServerAddress? {
        if let named = environment["MICA_SERVER"], !named.isEmpty, named != "none" { return ServerAddress(path: named) }
        return usual(in: environment)
    }

    private static func usual(in environment: [String: String]) -> ServerAddress? {
        // The XDG base directory specification ignores relative paths.
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return nil }
        return ServerAddress(usual: directory + "/mica-0")
    }
}
