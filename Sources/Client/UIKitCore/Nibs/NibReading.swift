import Foundation

// The reader of nibs is a module above this one, because it makes table views and collection views. This module reaches it by name, as
// nothing in a program that has nibs need call it.

/// A coder that hands out an object of a nib.
///
/// Each class of UIKit that has an `init(coder:)` ends it with `readNib(_:as:)`. The values of a nib are set there, so that a subclass's
/// `init(coder:)` finds them after it has called super, as on Apple's platforms.
@MainActor package protocol NibReading: NSCoder {
    /// Sets the values that objects of a class have; called for each class from UIView or UIBarItem down to the object's.
    func read(_ object: NSObject, as type: AnyClass)
    /// The raw value of a style that is fixed when an object is made; nil if the nib does not give it.
    func style(_ name: String) -> Int?
    /// The text of an attribute; nil if the nib does not give it.
    func text(_ name: String) -> String?
    /// An object that is made with the one that is being read; nil if the nib does not give it.
    func part(_ name: String) -> NSObject?
}

extension NSCoder {
    /// Lets a nib set the values that objects of a class have; does nothing for an archive.
    @MainActor package func readNib(_ object: NSObject, as type: AnyClass) {
        (self as? any NibReading)?.read(object, as: type)
    }

    /// The nib that the coder reads; nil for an archive.
    package var nib: (any NibReading)? { self as? any NibReading }
}

/// The content of a nib.
@MainActor package protocol NibContent: AnyObject {
    /// Makes the objects, connects them, and returns those at the top level.
    func instantiate(owner: Any?, options: [UINib.OptionsKey: Any]) -> [Any]
    /// Whether the nib connects its owner's `view`.
    var hasView: Bool { get }
}

/// The content of a storyboard.
@MainActor package protocol StoryboardContent: AnyObject {
    /// Makes the controller of a scene, or the initial one if the identifier is nil; nil, with a message, if there is none.
    func make(_ identifier: String?, creator: ((NSCoder) -> UIViewController?)?, for storyboard: UIStoryboard)
        -> UIViewController?
}

/// The scene of a storyboard that a controller was made from.
@MainActor package protocol StoryboardScene: AnyObject {
    /// The storyboard.
    var storyboard: UIStoryboard { get }
    /// Makes the controller's view with all connections; false if the scene has none.
    func loadView(of controller: UIViewController) -> Bool
    /// Performs a segue from the controller; false if the scene has none of the name.
    func perform(_ identifier: String, from controller: UIViewController, sender: Any?) -> Bool
}

/// The reader of nibs.
@MainActor package protocol NibReader: AnyObject {
    /// Reads a nib of a bundle; nil if there is no file of the name. Bad files have been reported.
    static func nib(_ name: String, in bundle: Bundle?, isOptional: Bool) -> (any NibContent)?
    /// Reads a nib from its bytes.
    static func nib(_ data: Data, in bundle: Bundle?) -> (any NibContent)?
    /// Reads a storyboard; nil, with a message, if there is none of the name.
    static func storyboard(_ name: String, in bundle: Bundle?) -> (any StoryboardContent)?
}

/// The way to the reader of nibs.
@MainActor package enum NibDoor {
    /// The reader; nil in a program that is linked without it.
    package static let reader = NSClassFromString("UIKitNibs.NibLibrary") as? any NibReader.Type
}
