import Foundation

/// A section and an entry in it: `IndexPath` of two indices, without its memory. The engine's sets are made of it.
package struct RowPath: Hashable, Comparable, Sendable {
    /// The section's index.
    package var section: Int
    /// The index in the section.
    package var row: Int

    package init(_ section: Int, _ row: Int) { (self.section, self.row) = (section, row) }

    /// Makes the path of an index path. *Nil when*: it has not two indices.
    package init?(_ path: IndexPath) {
        guard path.count == 2 else { return nil }
        (section, row) = (path[0], path[1])
    }

    /// The path as Foundation's.
    package var indexPath: IndexPath { IndexPath(indexes: [section, row]) }

    package static func < (a: RowPath, b: RowPath) -> Bool {
        a.section != b.section ? a.section < b.section : a.row < b.row
    }
}

extension IndexPath {
    /// Makes the index path of a row of a table view. *Source*: Apple, IndexPath.init(row:section:).
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// Makes the index path of an item of a collection view. *Source*: Apple, IndexPath.init(item:section:).
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The index of the section: the first of the two indices.
    ///
    /// - Precondition: The path has two indices, as Apple's has.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// The index of the row in its section: the second of the two indices.
    ///
    /// - Precondition: The path has two indices, as Apple's has.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// The index of the item in its section: the second of the two indices.
    ///
    /// - Precondition: The path has two indices, as Apple's has.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}

extension NSIndexPath {
    /// Makes the index path of a row of a table view. *Source*: Apple, NSIndexPath.init(row:section:).
    public convenience init(row: Int, section: Int) {
        // Safe because: the two indices are copied during the call.
        unsafe self.init(indexes: [section, row], length: 2)
    }

    /// Makes the index path of an item of a collection view. *Source*: Apple, NSIndexPath.init(item:section:).
    public convenience init(item: Int, section: Int) {
        // Safe because: the two indices are copied during the call.
        unsafe self.init(indexes: [section, item], length: 2)
    }

    /// The index of the section: the first index.
    public var section: Int { index(atPosition: 0) }

    /// The index of the row in its section: the second index.
    public var row: Int { index(atPosition: 1) }

    /// The index of the item in its section: the second index.
    public var item: Int { index(atPosition: 1) }
}
