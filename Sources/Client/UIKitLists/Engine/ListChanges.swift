import Foundation

/// The changes of one batch of a list, as a program asks for them.
///
/// Deleted and reloaded entries, and the origins of moves, have their indices before the batch. Inserted entries, and the
/// destinations of moves, have theirs after it. The order of the calls does not matter. *Source*: Apple, "Table View
/// Programming Guide", "Batch Insertion, Deletion, and Reloading of Rows and Sections";
/// UICollectionView.performBatchUpdates(_:completion:): "deletes are processed before inserts in batch operations".
package struct ListChanges: Sendable {
    /// A change of position.
    package struct Move<Path: Hashable & Sendable>: Hashable, Sendable {
        /// The position before the batch.
        package var from: Path
        /// The position after the batch.
        package var to: Path

        package init(from: Path, to: Path) { (self.from, self.to) = (from, to) }
    }

    /// By their indices before the batch.
    package var deletedSections: Set<Int> = []
    /// By their indices after the batch.
    package var insertedSections: Set<Int> = []
    /// By their indices before the batch.
    package var reloadedSections: Set<Int> = []
    /// From indices before the batch to those after it.
    package var movedSections: [Move<Int>] = []
    /// By their positions before the batch.
    package var deletedRows: Set<RowPath> = []
    /// By their positions after the batch.
    package var insertedRows: Set<RowPath> = []
    /// By their positions before the batch.
    package var reloadedRows: Set<RowPath> = []
    /// From positions before the batch to those after it.
    package var movedRows: [Move<RowPath>] = []

    package init() {}

    /// Whether nothing changes.
    package var isEmpty: Bool {
        deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty && movedSections.isEmpty
            && deletedRows.isEmpty && insertedRows.isEmpty && reloadedRows.isEmpty && movedRows.isEmpty
    }
}

/// The words of a list's messages.
package struct ListNouns: Sendable {
    /// The view: "table view".
    package var view: String
    /// An entry: "row".
    package var entry: String

    /// Of a table view.
    package static let table = ListNouns(view: "table view", entry: "row")
    /// Of a collection view.
    package static let collection = ListNouns(view: "collection view", entry: "item")
}

/// A batch that does not fit the data source's numbers.
///
/// *Source*: the messages are those of Apple's exceptions, as public crash logs quote them: "Invalid update: invalid
/// number of rows in section 0. ..." (Stack Overflow, questions 14870680, 21870680), "attempt to delete row 5 from
/// section 0 which only contains 3 rows before the update" (question 22084165).
package struct ListUpdateError: Error, CustomStringConvertible {
    package var description: String
}
