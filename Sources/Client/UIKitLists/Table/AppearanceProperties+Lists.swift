import Foundation
import UIKitCore

extension UITableView: AppearanceHolder {
    /// The values that a proxy gives, besides those of views.
    package static var appearanceTable: AppearanceTable {
        AppearanceTable(
            of: UITableView.self,
            [
                AppearanceProperty(\UITableView.separatorColor),
                AppearanceProperty(\UITableView.separatorInset),
                AppearanceProperty(\UITableView.separatorStyle),
                AppearanceProperty(\UITableView.sectionIndexColor),
            ])
    }
}

extension UITableViewCell: AppearanceHolder {
    /// No values besides those of views.
    package static var appearanceTable: AppearanceTable { AppearanceTable(of: UITableViewCell.self, []) }
}

extension UICollectionView: AppearanceHolder {
    /// No values besides those of views.
    package static var appearanceTable: AppearanceTable { AppearanceTable(of: UICollectionView.self, []) }
}
