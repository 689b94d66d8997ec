import Foundation

/// What a person did. *Source*: Apple, UIEvent.
@preconcurrency @MainActor open class UIEvent: NSObject {}

/// An event of pressed buttons. *Source*: Apple, UIPressesEvent.
@preconcurrency @MainActor open class UIPressesEvent: UIEvent {}
