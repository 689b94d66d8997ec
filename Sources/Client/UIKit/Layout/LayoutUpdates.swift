import Foundation

/// The pass in which views update their constraints, before those are solved.
///
/// Subviews go first, so that a view hears of it after all that is in it has. A tree is gone through where something asked for it, or views
/// came, and where there are constraints at all or a class of views that says that it needs them: programs without have no pass.
@MainActor enum LayoutUpdates {
    /// Rises when a view somewhere asks.
    private static var generation = 0
    /// Whether a view of a class that needs constraints was made, or one asked for the pass.
    private static var isWanted = false
    private static var isRunning = false

    /// A view was made of a class that needs constraints, or one asks for the pass.
    static func want() {
        isWanted = true
        generation &+= 1
    }

    /// Views came.
    static func treeChanged() { generation &+= 1 }

    /// Runs the pass over the tree that a view is in, if something in any tree asked since it was run there.
    static func run(around view: UIView) {
        guard isWanted || LayoutEngine.isInUse, !isRunning else { return }
        let root = view.coordinateRoot
        let rare = root.makeRare()
        guard rare.updatedGeneration != generation else { return }
        isRunning = true
        rare.updatedGeneration = generation
        run(root)
        isRunning = false
    }

    /// Runs it over a view and all in it.
    static func run(_ view: UIView) {
        for child in view.children { run(child) }
        guard !view.flags.contains(.hasUpdatedConstraints) else { return }
        view.flags.insert(.hasUpdatedConstraints)
        if let controller = view.controller { controller.updateViewConstraints() } else { view.updateConstraints() }
    }
}
