import CoreGraphics
import Foundation
import UIKitControllers
import UIKitCore
import UIKitLists

// Controllers.

extension NibFill {
    static let presentations: [String: UIModalPresentationStyle] = [
        "fullScreen": .fullScreen, "pageSheet": .pageSheet, "formSheet": .formSheet, "currentContext": .currentContext,
        "custom": .custom, "overFullScreen": .overFullScreen, "overCurrentContext": .overCurrentContext,
        "popover": .popover,
        "none": .none, "automatic": .automatic,
    ]
    static let transitions: [String: UIModalTransitionStyle] = [
        "coverVertical": .coverVertical, "flipHorizontal": .flipHorizontal, "crossDissolve": .crossDissolve,
        "partialCurl": .partialCurl,
    ]

    func fillController(_ controller: UIViewController) {
        controller.storyboardScene = instance.scene
        set(file.words(node, "title")) { controller.title = $0 }
        set(node["restorationIdentifier"]) { controller.restorationIdentifier = $0 }
        if node.flag("useStoryboardIdentifierAsRestorationIdentifier") == true {
            controller.restorationIdentifier = node["storyboardIdentifier"]
        }
        set(value("modalPresentationStyle", Self.presentations)) { controller.modalPresentationStyle = $0 }
        set(value("modalTransitionStyle", Self.transitions)) { controller.modalTransitionStyle = $0 }
        set(node.flag("hidesBottomBarWhenPushed")) { controller.hidesBottomBarWhenPushed = $0 }
        set(node.flag("definesPresentationContext")) { controller.definesPresentationContext = $0 }
        set(node.flag("extendedLayoutIncludesOpaqueBars")) { controller.extendedLayoutIncludesOpaqueBars = $0 }
        set(node.flag("automaticallyAdjustsScrollViewInsets")) { controller.automaticallyAdjustsScrollViewInsets = $0 }
        set(node.flag("modalInPresentation")) { controller.isModalInPresentation = $0 }
        if let edges = node.child(key: "extendedEdges") ?? node.child(key: "edgesForExtendedLayout") {
            controller.edgesForExtendedLayout = UIRectEdge(Self.rectEdges.filter { edges.flag($0.0) == true }.map(\.1))
        }
        set(node.size("preferredContentSize") ?? node.size("contentSizeForViewInPopover")) {
            controller.preferredContentSize = $0
        }
        for name in [
            "view", "tableView", "collectionView", "navigationItem", "tabBarItem", "toolbarItems", "navigationBar",
            "toolbar", "tabBar", "refreshControl",
        ] {
            _ = node.child(key: name)
        }
        for name in ["layoutGuides", "toolbarItems"] { _ = node.all(name) }
        _ = (
            node["wantsFullScreenLayout"], node["providesPresentationContextTransitionStyle"],
            node["initialViewController"]
        )
        fillParts(controller)
    }

    /// Items and bars, which containers show before the view is loaded.
    private func fillParts(_ controller: UIViewController) {
        if let item = node.child(key: "navigationItem") { instance.fill(controller.navigationItem, from: item) }
        if let item = node.child(key: "tabBarItem"), let made = instance.make(item) as? UITabBarItem {
            controller.tabBarItem = made
        }
        let tools = node.content("toolbarItems").compactMap { instance.make($0) as? UIBarButtonItem }
        if !tools.isEmpty { controller.toolbarItems = tools }
        if let table = controller as? UITableViewController {
            set(node.flag("clearsSelectionOnViewWillAppear")) { table.clearsSelectionOnViewWillAppear = $0 }
        }
        if let collection = controller as? UICollectionViewController {
            set(node.flag("clearsSelectionOnViewWillAppear")) { collection.clearsSelectionOnViewWillAppear = $0 }
        }
    }

    func fillPages(_ pages: UIPageViewController) {
        _ = (node["transitionStyle"], node["navigationOrientation"], node["spineLocation"], node["pageSpacing"])
        set(node.flag("doubleSided")) { pages.isDoubleSided = $0 }
    }

    /// The names of modes before columns and after. *Source*: storyboards saved by Xcode 11 and 14.
    private static let displayModes: [String: UISplitViewController.DisplayMode] = [
        "automatic": .automatic, "primaryHidden": .secondaryOnly, "secondaryOnly": .secondaryOnly,
        "allVisible": .oneBesideSecondary, "beside": .oneBesideSecondary, "oneBesideSecondary": .oneBesideSecondary,
        "primaryOverlay": .oneOverSecondary, "over": .oneOverSecondary, "oneOverSecondary": .oneOverSecondary,
        "twoBesideSecondary": .twoBesideSecondary, "twoOverSecondary": .twoOverSecondary,
        "twoDisplaceSecondary": .twoDisplaceSecondary,
    ]

    func fillSplit(_ split: UISplitViewController) {
        set(value("preferredDisplayMode", Self.displayModes)) { split.preferredDisplayMode = $0 }
        set(
            value(
                "behavior",
                [
                    "automatic": UISplitViewController.SplitBehavior.automatic, "tile": .tile, "overlay": .overlay,
                    "displace": .displace,
                ])
        ) { split.preferredSplitBehavior = $0 }
        set(
            value("primaryEdge", ["leading": UISplitViewController.PrimaryEdge.leading, "trailing": .trailing])
        ) { split.primaryEdge = $0 }
        set(node.flag("presentsWithGesture")) { split.presentsWithGesture = $0 }
        set(node.number("preferredPrimaryColumnWidthFraction")) { split.preferredPrimaryColumnWidthFraction = $0 }
        set(node.number("minimumPrimaryColumnWidth")) { split.minimumPrimaryColumnWidth = $0 }
        set(node.number("maximumPrimaryColumnWidth")) { split.maximumPrimaryColumnWidth = $0 }
        _ = node["allowDoubleColumnStyle"]
    }

    /// Sets a container's bars and children, after its own `init(coder:)`.
    func finishController(_ controller: UIViewController) {
        if let navigation = controller as? UINavigationController {
            if let bar = node.child(key: "navigationBar") { instance.fillBar(navigation.navigationBar, bar) }
            if let bar = node.child(key: "toolbar") { instance.fillBar(navigation.toolbar, bar) }
            if node.flag("navigationBarHidden") == true { navigation.isNavigationBarHidden = true }
            if node.flag("toolbarHidden") == false { navigation.isToolbarHidden = false }
            set(node.flag("hidesBarsOnSwipe")) { navigation.hidesBarsOnSwipe = $0 }
            set(node.flag("hidesBarsOnTap")) { navigation.hidesBarsOnTap = $0 }
            set(node.flag("hidesBarsWhenVerticallyCompact")) { navigation.hidesBarsWhenVerticallyCompact = $0 }
        }
        if let tabs = controller as? UITabBarController, let bar = node.child(key: "tabBar") {
            instance.fillBar(tabs.tabBar, bar)
        }
        instance.scene?.connectChildren(controller, node)
    }
}

extension NibInstance {
    /// Fills a bar that its container has made; the container also gives it its frame.
    func fillBar(_ bar: UIView, _ node: NibNode) {
        if node["customClass"] != nil {
            file.warn(node, "a bar's custom class is not used: the container makes its own bar")
        }
        let frame = bar.frame
        let fill = NibFill(NibCoder(node, self))
        fill.fillView(bar)
        bar.frame = frame
        bar.translatesAutoresizingMaskIntoConstraints = true
        switch bar {
        case let bar as UINavigationBar: fill.fillNavigationBar(bar)
        case let bar as UIToolbar: fill.fillToolbar(bar)
        case let bar as UITabBar: fill.fillTabBar(bar)
        default: break
        }
        file.reportUnread(node)
    }
}
