import Foundation
import MicaTrace
import UIKitCore

extension UICollectionView {
    /// A class of cells, and the closure that gives a cell its content. Make it once, outside of the closure that
    /// dequeues. *Source*: Apple, UICollectionView.CellRegistration; WWDC 2020, session 10097.
    @preconcurrency @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        /// Gives a cell the content of an item.
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
        fileprivate let handler: Handler
        fileprivate let name = RegistrationName()

        /// Makes a registration.
        public init(handler: @escaping Handler) { self.handler = handler }
    }

    /// A class of supplementary views of a kind, and the closure that gives a view its content. *Source*: Apple,
    /// UICollectionView.SupplementaryRegistration.
    @preconcurrency @MainActor public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        /// Gives a view its content.
        public typealias Handler = (_ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath)
            -> Void
        fileprivate let kind: String
        fileprivate let handler: Handler
        fileprivate let name = RegistrationName()

        /// Makes a registration for a kind of views.
        public init(elementKind: String, handler: @escaping Handler) { (kind, self.handler) = (elementKind, handler) }
    }

    /// A cell for an item, with its content. *Source*: Apple, dequeueConfiguredReusableCell(using:for:item:).
    public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        if stage.queue.type(for: "cell/" + registration.name.text) == nil {
            register(Cell.self, forCellWithReuseIdentifier: registration.name.text)
        }
        let dequeued = dequeueReusableCell(withReuseIdentifier: registration.name.text, for: indexPath)
        guard let cell = dequeued as? Cell else {
            stopProgram("the cell of a registration has another class: \(type(of: dequeued)), not \(Cell.self)")
        }
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }

    /// A supplementary view for an element, with its content.
    public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary {
        let name = registration.name.text
        if stage.queue.type(for: "supplementary/\(registration.kind)/\(name)") == nil {
            register(Supplementary.self, forSupplementaryViewOfKind: registration.kind, withReuseIdentifier: name)
        }
        let dequeued = dequeueReusableSupplementaryView(
            ofKind: registration.kind, withReuseIdentifier: name, for: indexPath)
        guard let view = dequeued as? Supplementary else {
            stopProgram(
                "the view of a registration has another class: \(type(of: dequeued)), not \(Supplementary.self)")
        }
        registration.handler(view, registration.kind, indexPath)
        return view
    }
}

/// The identity of a registration, as a reuse identifier.
@MainActor private final class RegistrationName {
    private static var count = 0
    let text: String

    init() {
        Self.count += 1
        text = "registration \(Self.count)"
    }
}
