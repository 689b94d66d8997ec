import CoreGraphics
import Foundation
import UIKitControllers
import UIKitCore

// Bars and their items, gesture recognizers.

extension NibFill {
    func fillBarItem(_ item: UIBarItem) {
        set(file.words(node, "title")) { item.title = $0 }
        set(file.image(node, "image")) { item.image = $0 }
        set(file.image(node, "landscapeImage")) { item.landscapeImagePhone = $0 }
        set(node.flag("enabled")) { item.isEnabled = $0 }
        set(node.integer("tag")) { item.tag = $0 }
        set(node.insets("imageInsets")) { item.imageInsets = $0 }
    }

    private static let systemItems: [String: UIBarButtonItem.SystemItem] = [
        "done": .done, "cancel": .cancel, "edit": .edit, "save": .save, "add": .add, "flexibleSpace": .flexibleSpace,
        "fixedSpace": .fixedSpace, "compose": .compose, "reply": .reply, "action": .action, "organize": .organize,
        "bookmarks": .bookmarks, "search": .search, "refresh": .refresh, "stop": .stop, "camera": .camera,
        "trash": .trash,
        "play": .play, "pause": .pause, "rewind": .rewind, "fastForward": .fastForward, "undo": .undo, "redo": .redo,
        "pageCurl": .pageCurl, "close": .close,
    ]

    func fillButtonItem(_ item: UIBarButtonItem) {
        set(node.flag("springLoaded")) { item.isSpringLoaded = $0 }
        set(value("systemItem", Self.systemItems)) { item.adopt($0) }
        // A title or picture of the nib's own goes before the system's.
        fillBarItem(item)
        set(node.number("width")) { item.width = $0 }
        switch node["style"] {
        case "done"?: item.style = .done
        default: item.style = .plain
        }
        setColor("tintColor") { item.tintColor = $0 }
        if let view = node.child(key: "customView") { item.customView = instance.make(view) as? UIView }
    }

    private static let tabItems: [String: UITabBarItem.SystemItem] = [
        "more": .more, "favorites": .favorites, "featured": .featured, "topRated": .topRated, "recents": .recents,
        "contacts": .contacts, "history": .history, "bookmarks": .bookmarks, "search": .search, "downloads": .downloads,
        "mostRecent": .mostRecent, "mostViewed": .mostViewed,
    ]

    func fillTabItem(_ item: UITabBarItem) {
        set(value("systemItem", Self.tabItems)) { item.adopt($0) }
        fillBarItem(item)
        set(file.image(node, "selectedImage")) { item.selectedImage = $0 }
        set(file.words(node, "badgeValue")) { item.badgeValue = $0 }
        setColor("badgeColor") { item.badgeColor = $0 }
        set(node.offset("titlePositionAdjustment")) { item.titlePositionAdjustment = $0 }
    }

    func fillNavigationItem(_ item: UINavigationItem) {
        set(file.words(node, "title")) { item.title = $0 }
        set(file.words(node, "prompt")) { item.prompt = $0 }
        set(file.words(node, "backButtonTitle")) { item.backButtonTitle = $0 }
        set(node.flag("hidesBackButton")) { item.hidesBackButton = $0 }
        set(node.flag("leftItemsSupplementBackButton")) { item.leftItemsSupplementBackButton = $0 }
        set(
            value(
                "largeTitleDisplayMode",
                ["automatic": UINavigationItem.LargeTitleDisplayMode.automatic, "always": .always, "never": .never])
        ) { item.largeTitleDisplayMode = $0 }
        func button(_ key: String) -> UIBarButtonItem? {
            node.child(key: key).flatMap { instance.make($0) as? UIBarButtonItem }
        }
        set(button("backBarButtonItem")) { item.backBarButtonItem = $0 }
        set(button("leftBarButtonItem")) { item.leftBarButtonItem = $0 }
        set(button("rightBarButtonItem")) { item.rightBarButtonItem = $0 }
        for (key, isLeft) in [("leftBarButtonItems", true), ("rightBarButtonItems", false)] {
            guard let list = node.child(key: key) else { continue }
            let items = list.children.compactMap { instance.make($0) as? UIBarButtonItem }
            if isLeft { item.leftBarButtonItems = items } else { item.rightBarButtonItems = items }
        }
        if let title = node.child(key: "titleView") { item.titleView = instance.make(title) as? UIView }
    }

    private static let barStyles: [String: UIBarStyle] = [
        "default": .default, "black": .black, "blackTranslucent": .black, "blackOpaque": .black,
    ]

    private func titleAttributes(_ key: String) -> [NSAttributedString.Key: Any]? {
        guard let values = node.child(key: key) else { return nil }
        var result: [NSAttributedString.Key: Any] = [:]
        if let color = values.child(key: "textColor") { result[.foregroundColor] = file.color(color) }
        if let font = file.font(values.child(key: "fontDescription") ?? values.child(key: "font")) {
            result[.font] = font
        }
        return result
    }

    func fillNavigationBar(_ bar: UINavigationBar) {
        set(value("barStyle", Self.barStyles)) { bar.barStyle = $0 }
        set(node.flag("translucent")) { bar.isTranslucent = $0 }
        set(node.flag("largeTitles")) { bar.prefersLargeTitles = $0 }
        setColor("barTintColor") { bar.barTintColor = $0 }
        set(titleAttributes("titleTextAttributes")) { bar.titleTextAttributes = $0 }
        set(titleAttributes("largeTitleTextAttributes")) { bar.largeTitleTextAttributes = $0 }
        set(file.image(node, "backIndicatorImage")) { bar.backIndicatorImage = $0 }
        set(file.image(node, "shadowImage")) { bar.shadowImage = $0 }
        set(node.child(key: "standardAppearance")) {
            bar.standardAppearance = appearance($0, UINavigationBarAppearance())
        }
        set(node.child(key: "scrollEdgeAppearance")) {
            bar.scrollEdgeAppearance = appearance($0, UINavigationBarAppearance())
        }
        set(node.child(key: "compactAppearance")) {
            bar.compactAppearance = appearance($0, UINavigationBarAppearance())
        }
        let items = node.content("items").compactMap { instance.make($0) as? UINavigationItem }
        if !items.isEmpty { bar.setItems(items, animated: false) }
    }

    /// The colours of an appearance's background.
    private func appearance<Appearance: UIBarAppearance>(_ values: NibNode, _ look: Appearance) -> Appearance {
        if let color = values.child(key: "backgroundColor") { look.backgroundColor = file.color(color) }
        if let color = values.child(key: "shadowColor") { look.shadowColor = file.color(color) }
        file.reportUnread(values)
        return look
    }

    func fillToolbar(_ bar: UIToolbar) {
        set(value("barStyle", Self.barStyles)) { bar.barStyle = $0 }
        set(node.flag("translucent")) { bar.isTranslucent = $0 }
        setColor("barTintColor") { bar.barTintColor = $0 }
        let items = node.content("items").compactMap { instance.make($0) as? UIBarButtonItem }
        if !items.isEmpty { bar.items = items }
    }

    func fillTabBar(_ bar: UITabBar) {
        set(node.flag("springLoaded")) { bar.isSpringLoaded = $0 }
        set(value("barStyle", Self.barStyles)) { bar.barStyle = $0 }
        set(node.flag("translucent")) { bar.isTranslucent = $0 }
        setColor("barTintColor") { bar.barTintColor = $0 }
        setColor("unselectedItemTintColor") { bar.unselectedItemTintColor = $0 }
        // iOS 6's colour of the selected picture, which `tintColor` replaced.
        setColor("selectedImageTintColor") { bar.tintColor = $0 }
        set(file.image(node, "backgroundImage")) { bar.backgroundImage = $0 }
        set(file.image(node, "shadowImage")) { bar.shadowImage = $0 }
        set(file.image(node, "selectionIndicatorImage")) { bar.selectionIndicatorImage = $0 }
        set(node.number("itemWidth")) { bar.itemWidth = $0 }
        set(node.number("itemSpacing")) { bar.itemSpacing = $0 }
        set(
            value(
                "itemPositioning",
                ["automatic": UITabBar.ItemPositioning.automatic, "fill": .fill, "centered": .centered])
        ) { bar.itemPositioning = $0 }
        set(node.child(key: "standardAppearance")) { bar.standardAppearance = appearance($0, UITabBarAppearance()) }
        set(node.child(key: "scrollEdgeAppearance")) { bar.scrollEdgeAppearance = appearance($0, UITabBarAppearance()) }
        let items = node.content("items").compactMap { instance.make($0) as? UITabBarItem }
        if !items.isEmpty { bar.items = items }
    }

    func fillSearchBar(_ bar: UISearchBar) {
        set(value("barStyle", Self.barStyles)) { bar.barStyle = $0 }
        set(
            value(
                "searchBarStyle",
                ["default": UISearchBar.Style.default, "prominent": .prominent, "minimal": .minimal])
        ) { bar.searchBarStyle = $0 }
        set(file.words(node, "text")) { bar.text = $0 }
        set(file.words(node, "prompt")) { bar.prompt = $0 }
        set(file.words(node, "placeholder")) { bar.placeholder = $0 }
        set(node.flag("translucent")) { bar.isTranslucent = $0 }
        set(node.flag("showsBookmarkButton")) { bar.showsBookmarkButton = $0 }
        set(node.flag("showsCancelButton")) { bar.showsCancelButton = $0 }
        set(node.flag("showsSearchResultsButton")) { bar.showsSearchResultsButton = $0 }
        set(node.flag("searchResultsButtonSelected")) { bar.isSearchResultsButtonSelected = $0 }
        setColor("barTintColor") { bar.barTintColor = $0 }
        set(file.image(node, "backgroundImage")) { bar.backgroundImage = $0 }
        set(file.image(node, "scopeBarBackgroundImage")) { bar.scopeBarBackgroundImage = $0 }
        set(node.offset("searchFieldBackgroundPositionAdjustment")) { bar.searchFieldBackgroundPositionAdjustment = $0 }
        let titles = node.content("scopeButtonTitles").enumerated().map { index, title in
            file.localized("scopeButtonTitles[\(index)]", of: node.id) ?? title.text
        }
        if !titles.isEmpty { bar.scopeButtonTitles = titles }
        set(node.flag("showsScopeBar")) { bar.showsScopeBar = $0 }
        fillTraits(bar)
    }

    // MARK: Gestures

    func fillRecognizer(_ recognizer: UIGestureRecognizer) {
        set(node.flag("enabled")) { recognizer.isEnabled = $0 }
        set(node.flag("cancelsTouchesInView")) { recognizer.cancelsTouchesInView = $0 }
        set(node.flag("delaysTouchesBegan")) { recognizer.delaysTouchesBegan = $0 }
        set(node.flag("delaysTouchesEnded")) { recognizer.delaysTouchesEnded = $0 }
        switch recognizer {
        case let tap as UITapGestureRecognizer:
            set(node.integer("numberOfTapsRequired")) { tap.numberOfTapsRequired = $0 }
            set(node.integer("numberOfTouchesRequired")) { tap.numberOfTouchesRequired = $0 }
        case let press as UILongPressGestureRecognizer:
            set(node.number("minimumPressDuration")) { press.minimumPressDuration = Double($0) }
            set(node.number("allowableMovement")) { press.allowableMovement = $0 }
            set(node.integer("numberOfTapsRequired")) { press.numberOfTapsRequired = $0 }
            set(node.integer("numberOfTouchesRequired")) { press.numberOfTouchesRequired = $0 }
        case let swipe as UISwipeGestureRecognizer:
            set(node.integer("numberOfTouchesRequired")) { swipe.numberOfTouchesRequired = $0 }
            let names: [(String, UISwipeGestureRecognizer.Direction)] = [
                ("right", .right), ("left", .left), ("up", .up), ("down", .down),
            ]
            let given = node.child(key: "direction")
            let directions = names.filter { given?.flag($0.0) == true || node["direction"] == $0.0 }.map(\.1)
            if !directions.isEmpty { swipe.direction = UISwipeGestureRecognizer.Direction(directions) }
        case let edge as UIScreenEdgePanGestureRecognizer:
            edge.edges = UIRectEdge(Self.rectEdges.filter { node.child(key: "edges")?.flag($0.0) == true }.map(\.1))
        case let pan as UIPanGestureRecognizer:
            set(node.integer("minimumNumberOfTouches")) { pan.minimumNumberOfTouches = max($0, 1) }
            set(node.number("maximumNumberOfTouches")) { pan.maximumNumberOfTouches = $0 > 1e6 ? Int.max : Int($0) }
        default:
            _ = (node["scale"], node["rotation"])
        }
    }
}
