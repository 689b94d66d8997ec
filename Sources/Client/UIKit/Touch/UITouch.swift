import Foundation

/// A finger, a pen or a pressed mouse on the screen. *Source*: Apple, UITouch.
@preconcurrency @MainActor open class UITouch: NSObject {}
