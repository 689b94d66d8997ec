import Foundation
import UIKitCore

extension UITableView: AppearanceHolder {
    package static var appearanceClass: NSObject.Type { UITableView.self }
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
    package static var appearanceClass: NSObject.Type { UITableViewCell.self }
    package static var appearanceProperties: [AppearanceProperty] { [] }
}

extension UICollectionView: AppearanceHolder {
    package static var appearanceClass: NSObject.Type { UICollectionView.self }
    package static var appearanceProperties: [AppearanceProperty] { [] }
}
