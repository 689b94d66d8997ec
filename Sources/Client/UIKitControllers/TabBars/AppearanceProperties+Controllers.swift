import Foundation

extension UITabBar: AppearanceHolder {
    /// The class with the defaults.
    package static var appearanceClass: NSObject.Type { UITabBar.self }
    /// The values that a proxy gives, besides those of views.
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UITabBar.barStyle, "tabs.barStyle"),
            AppearanceProperty(\UITabBar.barTintColor, "tabs.barTintColor"),
            AppearanceProperty(\UITabBar.unselectedItemTintColor, "tabs.unselectedItemTintColor"),
            AppearanceProperty(\UITabBar.isTranslucent, "tabs.isTranslucent"),
            AppearanceProperty(\UITabBar.backgroundImage, "tabs.backgroundImage"),
            AppearanceProperty(\UITabBar.shadowImage, "tabs.shadowImage"),
            AppearanceProperty(\UITabBar.selectionIndicatorImage, "tabs.selectionIndicatorImage"),
            AppearanceProperty(
                "tabs.standard", { (bar: UITabBar) in bar.ownStandardAppearance },
                { if let look = $1 { $0.standardAppearance = look } }),
            AppearanceProperty(\UITabBar.scrollEdgeAppearance, "tabs.scrollEdge"),
        ]
    }
}

extension UISearchBar: AppearanceHolder {
    /// The class with the defaults.
    package static var appearanceClass: NSObject.Type { UISearchBar.self }
    /// The values that a proxy gives, besides those of views.
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UISearchBar.barStyle, "search.barStyle"),
            AppearanceProperty(\UISearchBar.barTintColor, "search.barTintColor"),
            AppearanceProperty(\UISearchBar.searchBarStyle, "search.searchBarStyle"),
            AppearanceProperty(\UISearchBar.isTranslucent, "search.isTranslucent"),
            AppearanceProperty(\UISearchBar.backgroundImage, "search.backgroundImage"),
        ]
    }
}
