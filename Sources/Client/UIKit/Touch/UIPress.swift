import Foundation

/// A press of a button or key. *Source*: Apple, UIPress.
@preconcurrency @MainActor open class UIPress: NSObject {}
