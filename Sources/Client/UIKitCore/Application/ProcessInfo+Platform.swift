import Foundation

extension ProcessInfo {
    /// Whether an app for iOS runs on a Mac: false.
    public var isMacCatalystApp: Bool { false }
    /// Whether an app for iOS runs unchanged on a Mac: false.
    public var isiOSAppOnMac: Bool { false }
}
