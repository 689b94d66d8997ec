import Foundation
import UIKitCore

extension UITableView: AppearanceHolder {
    /// The class with the defaults.
    package static var appearanceClass: NSObject.Type { UITableView.self }
    /// The values that a proxy gives, besides those of views.
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UITableView.separatorColor, "table.separatorColor"),
            AppearanceProperty(\UITableView.separatorInset, "table.separatorInset"),
            AppearanceProperty(\UITableView.separatorStyle, "table.separatorStyle"),
            AppearanceProperty(\UITableView.sectionIndexColor, "table.sectionIndexColor"),
        ]
    }
}

extension UITableViewCell: AppearanceHolder {
    /// The class with the defaults.
    package static var appearanceClass: NSObject.Type { UITableViewCell.self }
    /// The values that a proxy gives, besides those of views.
    package static var appearanceProperties: [AppearanceProperty] { [] }
}

extension UICollectionView: AppearanceHolder {
    /// The class with the defaults.
    package static var appearanceClass: NSObject.Type { UICollectionView.self }
    /// The values that a proxy gives, besides those of views.
    package static var appearanceProperties: [AppearanceProperty] { [] }
}
