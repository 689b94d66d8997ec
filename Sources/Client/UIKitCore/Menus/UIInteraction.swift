import Foundation

/// A behaviour that is added to a view.
///
/// *Source*: Apple, UIInteraction.
@preconcurrency @MainActor public protocol UIInteraction: NSObjectProtocol {
    /// The view that the interaction was added to; nil for none.
    var view: UIView? { get }
    /// The interaction is about to be added to a view, or removed from one.
    func willMove(to view: UIView?)
    /// The interaction was added to a view, or removed from one.
    func didMove(to view: UIView?)
}

extension UIView {
    /// Adds an interaction, after removing it from its old view. *Source*: Apple, UIView.addInteraction(_:).
    public func addInteraction(_ interaction: any UIInteraction) {
        if interaction.view === self { return }
        interaction.view?.removeInteraction(interaction)
        interaction.willMove(to: self)
        makeRare().interactions.append(interaction)
        interaction.didMove(to: self)
    }

    /// Removes an interaction.
    public func removeInteraction(_ interaction: any UIInteraction) {
        guard let rare, rare.interactions.contains(where: { $0 === interaction }) else { return }
        interaction.willMove(to: nil)
        rare.interactions.removeAll { $0 === interaction }
        interaction.didMove(to: nil)
    }

    /// The view's interactions, in the order in which they were added.
    public var interactions: [any UIInteraction] {
        get { rare?.interactions ?? [] }
        set {
            for old in interactions { removeInteraction(old) }
            for new in newValue { addInteraction(new) }
        }
    }
}
