import Foundation

/// What a user does in a program, for the program to come back to.
///
/// An activity only holds its values here: no other device, search or assistant reads them.
/// *Source*: Apple, NSUserActivity, which Foundation has on iOS.
open class NSUserActivity: NSObject {
    /// The kind: `org.example.reading`.
    public let activityType: String
    /// The activity's name for the user; nil for none.
    open var title: String?
    /// What is needed to come back; nil for nothing.
    open var userInfo: [AnyHashable: Any]?
    /// The page with the same content; nil for none. A URL whose scheme is neither http nor https is not taken: Apple
    /// raises an exception.
    open var webpageURL: URL? {
        didSet {
            if let webpageURL, !["http", "https"].contains(webpageURL.scheme?.lowercased()) {
                self.webpageURL = oldValue
            }
        }
    }
    /// A name by which the program finds the scene for the activity; nil for none.
    open var targetContentIdentifier: String?

    /// Makes an activity of a kind.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    /// Adds values to `userInfo`; those of keys that are there already are replaced.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }

    /// Says that the user does this now: without effect, as nothing reads it.
    open func becomeCurrent() {}

    /// Says that the user does this no longer: without effect.
    open func resignCurrent() {}

    /// Ends the activity: without effect.
    open func invalidate() {}
}
