import Foundation

/// The pass in which views update their constraints, before the constraints are solved.
///
/// Subviews go first, so that a view is called after all views in it. A tree is visited if a view asked for it or views
/// were added, and if there are constraints at all, or a class of views needs them. Programs without constraints have
/// no pass.
@MainActor enum LayoutUpdates {
    /// Counts the requests of all views.
    private static var generation = 0
    /// Whether a view of a class that needs constraints was made, or a view asked for the pass.
    private static var isWanted = false
    private static var isRunning = false

    /// Called when a view of a class that needs constraints is made, or a view asks for the pass.
    static func want() {
        isWanted = true
        generation &+= 1
    }

    /// Called when views were added to a tree.
    static func treeChanged() { generation &+= 1 }

    /// Runs the pass over a view's tree, if there was any request since the last pass there.
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

    /// Runs the pass over a view and all views in it.
    static func run(_ view: UIView) {
        for child in view.children { run(child) }
        guard !view.flags.contains(.hasUpdatedConstraints) else { return }
        view.flags.insert(.hasUpdatedConstraints)
        if let controller = view.controller { controller.updateViewConstraints() } else { view.updateConstraints() }
    }
}
