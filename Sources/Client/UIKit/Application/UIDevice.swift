import Foundation
import Synchronization

/// How a device is held; raw values are Apple's. *Source*: Apple, UIDeviceOrientation.
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
    /// Lying, its screen up.
    case faceUp = 5
    /// Lying, its screen down.
    case faceDown = 6

    /// Whether it is upright, either way. *Source*: Apple, UIDeviceOrientation.isPortrait.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether it is on its side, either way. *Source*: Apple, UIDeviceOrientation.isLandscape.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Whether it lies, either way. *Source*: Apple, UIDeviceOrientation.isFlat.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

/// How an interface stands on its screen; raw values are Apple's: left and right are exchanged to the device's. *Source*: Apple,
/// UIInterfaceOrientation.
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

    /// Whether it is upright, either way. *Source*: Apple, UIInterfaceOrientation.isPortrait.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether it is on its side, either way. *Source*: Apple, UIInterfaceOrientation.isLandscape.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// That of a window or a screen of a size: on its side where it is wider than high.
    init(of size: CGSize) { self = size.width > size.height ? .landscapeRight : .portrait }
}

/// Which ways an interface may stand, as bits; raw values are Apple's. *Source*: Apple, UIInterfaceOrientationMask.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Upright. *Source*: Apple, UIInterfaceOrientationMask.portrait.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// The device's top is to the right. *Source*: Apple, UIInterfaceOrientationMask.landscapeLeft.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// The device's top is to the left. *Source*: Apple, UIInterfaceOrientationMask.landscapeRight.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// Upside down. *Source*: Apple, UIInterfaceOrientationMask.portraitUpsideDown.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// On its side, either way. *Source*: Apple, UIInterfaceOrientationMask.landscape.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// All ways. *Source*: Apple, UIInterfaceOrientationMask.all.
    public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
    /// All but upside down. *Source*: Apple, UIInterfaceOrientationMask.allButUpsideDown.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}

/// The computer that the program runs on. *Source*: Apple, UIDevice.
@preconcurrency @MainActor open class UIDevice: NSObject {
    private static let device = UIDevice()

    /// The computer. *Source*: Apple, UIDevice.current.
    open class var current: UIDevice { device }

    /// Its name in the network. *Source*: Apple, UIDevice.name.
    open var name: String { ProcessInfo.processInfo.hostName }
    /// What kind of computer it is: that of its processor, as the system says. *Source*: Apple, UIDevice.model.
    open var model: String {
        #if arch(arm64)
        "aarch64"
        #else
        "x86_64"
        #endif
    }
    /// The same: nothing here is in a person's language. *Source*: Apple, UIDevice.localizedModel.
    open var localizedModel: String { model }
    /// The system's name. *Source*: Apple, UIDevice.systemName.
    open var systemName: String { "Linux" }
    /// The kernel's version: three numbers with dots. *Source*: Apple, UIDevice.systemVersion.
    open var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }

    /// The kind of device: a phone where the window is narrower than 600 points, else a tablet. *Source*: Apple,
    /// UIDevice.userInterfaceIdiom.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { UITraitCollection.system.userInterfaceIdiom }

    /// How it is held: upright, or with its top to the left where the window is wider than high. Unknown while nobody has asked for
    /// notifications. *Source*: Apple, UIDevice.orientation.
    open var orientation: UIDeviceOrientation { isGeneratingDeviceOrientationNotifications ? held : .unknown }

    private var held: UIDeviceOrientation {
        UIInterfaceOrientation(of: UIScreen.main.bounds.size).isLandscape ? .landscapeLeft : .portrait
    }
    private var requests = 0
    private var told = UIDeviceOrientation.unknown

    /// Whether turning it is told of. *Source*: Apple, UIDevice.isGeneratingDeviceOrientationNotifications.
    open var isGeneratingDeviceOrientationNotifications: Bool { requests > 0 }

    /// Asks for notifications, until as many calls have ended it. *Source*: Apple,
    /// UIDevice.beginGeneratingDeviceOrientationNotifications().
    open func beginGeneratingDeviceOrientationNotifications() {
        requests += 1
        if requests == 1 { told = held }
    }

    /// Ends one such call. *Source*: Apple, UIDevice.endGeneratingDeviceOrientationNotifications().
    open func endGeneratingDeviceOrientationNotifications() { requests = max(0, requests - 1) }

    /// The screen has another shape: tells of it where somebody wants to hear.
    final func screenChanged() {
        guard requests > 0, held != told else { return }
        told = held
        NotificationCenter.default.post(name: UIDevice.orientationDidChangeNotification, object: self)
    }

    /// The device was turned. *Source*: Apple, UIDevice.orientationDidChangeNotification.
    public nonisolated class var orientationDidChangeNotification: NSNotification.Name {
        NSNotification.Name("UIDeviceOrientationDidChangeNotification")
    }
}
