import Foundation
import UIKitCore

/// A description of a view's content, which makes the view and can be given to it again with other values.
///
/// A cell makes the view once, and gives it later configurations that it supports. *Source*: Apple,
/// UIContentConfiguration; WWDC 2020, "Modern cell configuration".
@preconcurrency @MainActor public protocol UIContentConfiguration {
    /// Makes a view that shows the configuration.
    func makeContentView() -> any UIView & UIContentView
    /// The configuration for a state: where the program has set no value of its own, the state's.
    func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a content configuration.
@preconcurrency @MainActor public protocol UIContentView: NSObjectProtocol {
    /// The shown configuration; the view shows a new one at once.
    var configuration: any UIContentConfiguration { get set }
    /// Whether the view can show a configuration, so that no other view need be made for it.
    func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
    /// Whether a configuration has the type of the present one. *Source*: Apple, UIContentView.supports(_:).
    public func supports(_ configuration: any UIContentConfiguration) -> Bool {
        type(of: configuration) == type(of: self.configuration)
    }
}
