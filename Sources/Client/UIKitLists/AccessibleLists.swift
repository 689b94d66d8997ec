import MicaEvents
import UIKitCore

extension UITableView: AccessibleRoleHolder {
    /// A list.
    package final var accessibleRole: AccessibleRole { .list }
}

extension UITableViewCell: AccessibleRoleHolder {
    /// A row.
    package final var accessibleRole: AccessibleRole { .listItem }
    /// Whether the row is selected.
    package final var isAccessiblySelected: Bool { isSelected }
}

extension UICollectionView: AccessibleRoleHolder {
    /// A list.
    package final var accessibleRole: AccessibleRole { .list }
}

extension UICollectionViewCell: AccessibleRoleHolder {
    /// An item.
    package final var accessibleRole: AccessibleRole { .listItem }
    /// Whether the item is selected.
    package final var isAccessiblySelected: Bool { isSelected }
}
