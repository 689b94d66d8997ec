import Foundation
import UIKitCore

// Cells and headers of a class that is a value, or a generic parameter (MetatypeMaking.swift).

extension MetatypeMaking where Self: UITableViewCell {
    /// Makes a cell of the class, by its `init(style:reuseIdentifier:)`.
    @_disfavoredOverload
    public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        self = UITableViewCell.make(Self.self, style: style, identifier: reuseIdentifier)
    }
}

extension MetatypeMaking where Self: UITableViewHeaderFooterView {
    /// Makes a header or footer of the class, by its `init(reuseIdentifier:)`.
    @_disfavoredOverload
    public init(reuseIdentifier: String?) {
        self = UITableViewHeaderFooterView.make(Self.self, identifier: reuseIdentifier)
    }
}

extension MetatypeMaker {
    /// The arguments of an initialiser of a table's view.
    public struct TableArguments: Sendable {
        fileprivate var style = UITableViewCell.CellStyle.default
        fileprivate let identifier: String?
        /// Has the style and the identifier of a cell.
        public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
            (self.style, identifier) = (style, reuseIdentifier)
        }
        /// Has the identifier of a header or footer.
        public init(reuseIdentifier: String?) { identifier = reuseIdentifier }
    }

    /// Makes a cell of the class in a value.
    public static func make<Cell: UITableViewCell>(
        _ type: Cell.Type, _ call: (TableArguments.Type) -> TableArguments
    ) -> Cell {
        let arguments = call(TableArguments.self)
        return UITableViewCell.make(type, style: arguments.style, identifier: arguments.identifier)
    }

    /// Makes a header or footer of the class in a value.
    public static func make<View: UITableViewHeaderFooterView>(
        _ type: View.Type, _ call: (TableArguments.Type) -> TableArguments
    ) -> View {
        UITableViewHeaderFooterView.make(type, identifier: call(TableArguments.self).identifier)
    }
}
