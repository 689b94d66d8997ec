import Foundation

extension UITabBar: AppearanceHolder {
    /// The values that a proxy gives, besides those of views.
    package static var appearanceTable: AppearanceTable {
        AppearanceTable(
            of: UITabBar.self,
            [
                AppearanceProperty(\UITabBar.barStyle),
                AppearanceProperty(\UITabBar.barTintColor),
                AppearanceProperty(\UITabBar.unselectedItemTintColor),
                AppearanceProperty(\UITabBar.isTranslucent),
                AppearanceProperty(\UITabBar.backgroundImage),
                AppearanceProperty(\UITabBar.shadowImage),
                AppearanceProperty(\UITabBar.selectionIndicatorImage),
                AppearanceProperty(
                    "tabs.standard", { (bar: UITabBar) in bar.ownStandardAppearance },
                    { if let look = $1 { $0.standardAppearance = look } }),
                AppearanceProperty(\UITabBar.scrollEdgeAppearance),
            ])
    }
}

extension UISearchBar: AppearanceHolder {
    /// The values that a proxy gives, besides those of views.
    package static var appearanceTable: AppearanceTable {
        AppearanceTable(
            of: UISearchBar.self,
            [
                AppearanceProperty(\UISearchBar.barStyle),
                AppearanceProperty(\UISearchBar.barTintColor),
                AppearanceProperty(\UISearchBar.searchBarStyle),
                AppearanceProperty(\UISearchBar.isTranslucent),
                AppearanceProperty(\UISearchBar.backgroundImage),
            ])
    }
}
