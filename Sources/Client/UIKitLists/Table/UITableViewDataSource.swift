import Foundation
import UIKitCore

/// The object that gives a table view its rows. Methods that Apple's protocol calls optional have default bodies.
@preconcurrency @MainActor public protocol UITableViewDataSource: NSObjectProtocol {
    /// The number of rows in a section.
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    /// The cell of a row: one from `dequeueReusableCell(withIdentifier:for:)`, filled.
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    /// The number of sections; 1 unless implemented.
    func numberOfSections(in tableView: UITableView) -> Int
    /// The title of a section's header; nil for none.
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
    /// The title of a section's footer; nil for none.
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
    /// Whether a row may be edited; true unless implemented.
    func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
    /// Whether a row may be moved; unless implemented, every row if the data source conforms to
    /// `TableViewRowMoving`.
    func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool
    /// The titles of the index at the trailing edge; nil for none.
    func sectionIndexTitles(for tableView: UITableView) -> [String]?
    /// The section of an index title; the title's own index unless implemented.
    func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
    /// The user has asked for a deletion or an insertion: changes the data, then calls the table view's `deleteRows(at:with:)` or
    /// `insertRows(at:with:)`.
    func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath)
    /// The user has moved a row: changes the data. The table view has moved it already.
    func tableView(_ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

extension UITableViewDataSource {
    /// One.
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
    /// None.
    public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    /// None.
    public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
    /// True.
    public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
        DefaultBodies.note()
        return true
    }
    /// True.
    public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        DefaultBodies.note()
        return true
    }
    /// None.
    public func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
    /// The title's own index.
    public func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
        index
    }
    /// Does nothing.
    public func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
    /// Does nothing.
    public func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}
}

/// The object that loads data for rows which will be shown soon.
@preconcurrency @MainActor public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
    /// Rows will probably be shown soon, the nearest first.
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
    /// Rows that were announced are no longer likely to be shown soon.
    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
    /// Does nothing.
    public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}

/// A data source that has `tableView(_:commit:forRowAt:)`: a swipe of a row offers its deletion.
///
/// Objective-C finds out at run time whether an object has a method. Swift does not, so the class declares it by this
/// protocol. `mica-port` adds it to classes with the method. The table view also offers deletions if the data source has
/// `tableView(_:canEditRowAt:)`, or the delegate has `tableView(_:editingStyleForRowAt:)` or
/// `tableView(_:titleForDeleteConfirmationButtonForRowAt:)`.
public protocol TableViewEditCommitting: AnyObject {}

/// A data source that has `tableView(_:moveRowAt:to:)`: its rows have handles while the table view is edited.
///
/// `mica-port` adds the protocol to classes with the method. The rows also have handles if the data source has
/// `tableView(_:canMoveRowAt:)`.
public protocol TableViewRowMoving: AnyObject {}
