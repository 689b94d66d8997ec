import Foundation
import MicaEvents

extension UIApplication.LaunchOptionsKey {
    /// The URL to open, a `URL`: the first of the program's arguments that is one.
    public static let url = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
}

extension UIApplication {
    /// A key of `application(_:open:options:)`.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's name.
        public let rawValue: String
        /// Makes a key from a name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// A key of `open(_:options:completionHandler:)`.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's name.
        public let rawValue: String
        /// Makes a key from a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Whether only a program that is made for the page opens it, a `Bool`. If it is true nothing is opened here, as
        /// no program is known to be.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// Opens a URL in the program that the desktop has for it. A window without a screen opens nothing.
    ///
    /// - Parameter completion: Called later on the main thread, with whether a program was asked.
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        let isOpened =
            canOpenURL(url) && options[.universalLinksOnly] as? Bool != true && openingHost?.open(url) == true
        guard let completion else { return }
        DispatchQueue.main.async { MainActor.assumeIsolated { completion(isOpened) } }
    }

    /// Whether `open(_:options:completionHandler:)` asks the desktop: the URL has a scheme, and the program's window is on
    /// a screen. Apple also knows whether a program for the scheme is there.
    public func canOpenURL(_ url: URL) -> Bool { url.scheme?.isEmpty == false && openingHost != nil }

    private var openingHost: (any AddressHost)? {
        ([host] + windows.map(\.host)).lazy.compactMap { $0 as? any AddressHost }.first
    }

    /// The program's arguments that are URLs.
    static var launchAddresses: [URL] {
        CommandLine.arguments.dropFirst().filter { $0.contains("://") }.compactMap { URL(string: $0) }
    }

    /// Gives the application's delegate the URL to open, unless the scene's delegate gets it. *Source*: Apple,
    /// application(_:didFinishLaunchingWithOptions:): the URL follows if both methods of the launch return true.
    final func openLaunchAddress() {
        guard scene?.delegate == nil, let address = Self.launchAddresses.first else { return }
        _ = delegate?.application(self, open: address, options: [:])
    }

    /// What the delegate gets at the launch; nil without a URL to open.
    static var launchOptions: [LaunchOptionsKey: Any]? { launchAddresses.first.map { [.url: $0] } }
}
