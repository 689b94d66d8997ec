import Foundation
import UIKitCore

/// A service for the items of a `UIActivityViewController`: a base class.
///
/// *Source*: Apple, UIActivity.
@preconcurrency @MainActor open class UIActivity: NSObject {
    /// The name of a service.
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        // Those of Apple's other services, which programs exclude, are names alone: only copying is there.

        /// Copies the items to the general pasteboard.
        public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
        /// Sends them by AirDrop.
        public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
        /// Sends them by mail.
        public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
        /// Sends them in a message.
        public static let message = ActivityType("com.apple.UIKit.activity.Message")
        /// Prints them.
        public static let print = ActivityType("com.apple.UIKit.activity.Print")
        /// Saves pictures.
        public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
        /// Makes a picture that of a contact.
        public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
        /// Keeps addresses to be read later.
        public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
        /// Posts them.
        public static let postToFacebook = ActivityType("com.apple.UIKit.activity.PostToFacebook")
        /// Posts them.
        public static let postToTwitter = ActivityType("com.apple.UIKit.activity.PostToTwitter")
        /// Posts them.
        public static let postToWeibo = ActivityType("com.apple.UIKit.activity.PostToWeibo")
        /// Posts them.
        public static let postToTencentWeibo = ActivityType("com.apple.UIKit.activity.TencentWeibo")
        /// Posts them.
        public static let postToFlickr = ActivityType("com.apple.UIKit.activity.PostToFlickr")
        /// Posts them.
        public static let postToVimeo = ActivityType("com.apple.UIKit.activity.PostToVimeo")
        /// Opens them as a book.
        public static let openInIBooks = ActivityType("com.apple.UIKit.activity.OpenInIBooks")
        /// Makes a PDF of them.
        public static let markupAsPDF = ActivityType("com.apple.UIKit.activity.MarkupAsPDF")
    }

    /// The kind of a service; raw values are Apple's.
    public enum Category: Int, Sendable {
        /// It does something with the items.
        case action = 0
        /// It shares them.
        case share = 1
    }

    /// The kind: an action.
    open class var activityCategory: Category { .action }
    /// The name; nil for none.
    open var activityType: ActivityType? { nil }
    /// The title in the list; nil leaves the service out.
    open var activityTitle: String? { nil }
    /// The picture in the list; nil for none.
    open var activityImage: UIImage? { nil }

    /// Whether the service takes some items; false.
    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }
    /// Tells the items, before the service is used.
    open func prepare(withActivityItems activityItems: [Any]) {}
    /// The controller by which the service is used; nil for a service of `perform()`.
    open var activityViewController: UIViewController? { nil }
    /// Does the service, which ends with `activityDidFinish(_:)`.
    open func perform() { activityDidFinish(true) }

    /// Called by `activityDidFinish(_:)`.
    final var finished: ((Bool) -> Void)?

    /// Ends the service. A subclass calls it once.
    open func activityDidFinish(_ completed: Bool) {
        let call = finished
        finished = nil
        call?(completed)
    }
}

/// An object that gives an item when a service asks for it.
///
/// *Source*: Apple, UIActivityItemSource.
@preconcurrency @MainActor public protocol UIActivityItemSource: NSObjectProtocol {
    /// An item of the same kind, before a service is chosen.
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any
    /// The item for a service; nil for none.
    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any?
    /// The subject of the item; the default is an empty text.
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String
}

extension UIActivityItemSource {
    /// An empty text.
    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }
}
