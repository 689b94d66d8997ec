import Foundation
import Synchronization

/// A device's orientation; raw values are Apple's.
public enum UIDeviceOrientation: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// On its side, its top to the left.
    case landscapeLeft = 3
    /// On its side, its top to the right.
    case landscapeRight = 4
    /// Lying, its screen upwards.
    case faceUp = 5
    /// Lying, its screen downwards.
    case faceDown = 6

    /// Whether it is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether it is on its left or right side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Whether it lies, its screen up or down.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

/// An interface's orientation on its screen. Raw values are Apple's; left and right are exchanged, compared with the
/// device's.
public enum UIInterfaceOrientation: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// The device's top is to the right.
    case landscapeLeft = 4
    /// The device's top is to the left.
    case landscapeRight = 3

    /// Whether it is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether it is on its left or right side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// The orientation for a window or screen of a size: on its side if it is wider than high.
    init(of size: CGSize) { self = size.width > size.height ? .landscapeRight : .portrait }
}

/// A set of an interface's orientations; raw values are Apple's.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Upright.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// The device's top is to the right.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// The device's top is to the left.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// Upside down.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// On its left or right side.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// All four.
    public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
    /// All but upside down.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}

/// The computer that the program runs on.
@preconcurrency @MainActor open class UIDevice: NSObject {
    private static let device = UIDevice()

    /// The one computer.
    open class var current: UIDevice { device }

    /// The computer's host name.
    open var name: String { ProcessInfo.processInfo.hostName }
    /// The kind of computer: the name of its processor's architecture.
    open var model: String {
        #if arch(arm64)
        "aarch64"
        #else
        "x86_64"
        #endif
    }
    /// `model`, which is not translated.
    open var localizedModel: String { model }
    /// The system's name: Linux.
    open var systemName: String { "Linux" }
    /// The kernel's version, as three numbers with dots between.
    open var systemVersion: String {
        if let version = LaunchSettings.current.systemVersion { return version }
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }

    /// The kind of device: a phone if the window is narrower than 600 points, otherwise a tablet.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { UITraitCollection.system.userInterfaceIdiom }

    /// The device's orientation: upright, or with its top to the left if the window is wider than high. Unknown while
    /// no notifications are asked for.
    open var orientation: UIDeviceOrientation { isGeneratingDeviceOrientationNotifications ? held : .unknown }

    private var held: UIDeviceOrientation {
        UIInterfaceOrientation(of: UIScreen.main.bounds.size).isLandscape ? .landscapeLeft : .portrait
    }
    private var requests = 0
    private var told = UIDeviceOrientation.unknown

    /// Whether changes of the orientation are notified.
    open var isGeneratingDeviceOrientationNotifications: Bool { requests > 0 }

    /// Asks for notifications of the orientation, until as many calls of the method that ends them.
    open func beginGeneratingDeviceOrientationNotifications() {
        requests += 1
        if requests == 1 { told = held }
    }

    /// Ends one request for notifications.
    open func endGeneratingDeviceOrientationNotifications() { requests = max(0, requests - 1) }

    /// The screen's shape has changed: posts a notification if one is asked for.
    final func screenChanged() {
        guard requests > 0, held != told else { return }
        told = held
        NotificationCenter.default.post(name: UIDevice.orientationDidChangeNotification, object: self)
    }

    /// The device's orientation has changed.
    public nonisolated class var orientationDidChangeNotification: NSNotification.Name {
        NSNotification.Name("UIDeviceOrientationDidChangeNotification")
    }
}

/// The device's kind: `UIDevice.current.userInterfaceIdiom` under its name before iOS 13.
@preconcurrency @MainActor public func UI_USER_INTERFACE_IDIOM() -> UIUserInterfaceIdiom {
    UIDevice.current.userInterfaceIdiom
}
