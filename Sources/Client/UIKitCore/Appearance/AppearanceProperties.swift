import CoreGraphics
import Foundation

/// The values that proxies of this module's classes can give.
///
/// *Source*: Apple's headers mark them with UI_APPEARANCE_SELECTOR; a few others are in programs that were counted.
@MainActor enum AppearanceProperties {
    private static let states: [UIControl.State] = [.normal, .highlighted, .disabled, .selected, .focused]

    /// The values of an object's class and its superclasses.
    static func all(for object: NSObject) -> [AppearanceProperty] {
        let own = (type(of: object) as? any AppearanceHolder.Type)?.appearanceTable.properties ?? []
        return (core + own).filter { property in
            var next: AnyClass? = type(of: object)
            while let current = next {
                if current == property.owner { return true }
                next = _getSuperclass(current)
            }
            return false
        }
    }

    /// The classes whose new objects have the defaults.
    static let classes: [ObjectIdentifier: NSObject.Type] = {
        let all: [NSObject.Type] = [
            UIView.self, UIControl.self, UILabel.self, UIButton.self, UISwitch.self, UISlider.self, UIProgressView.self,
            UIPageControl.self, UISegmentedControl.self, UIActivityIndicatorView.self, UIStepper.self, UIImageView.self,
            UINavigationBar.self, UIToolbar.self, UIScrollView.self, UIRefreshControl.self, UIBarItem.self,
            UIBarButtonItem.self, UITabBarItem.self,
        ]
        return Dictionary(uniqueKeysWithValues: all.map { (ObjectIdentifier($0), $0) })
    }()

    static let core: [AppearanceProperty] = views + controls + bars + items

    private static let views: [AppearanceProperty] = [
        AppearanceProperty(
            "tintColor", { (view: UIView) in view.rare?.tintColor }, { $0.tintColor = $1 }),
        AppearanceProperty(\UIView.backgroundColor),
        AppearanceProperty("label.font", { (label: UILabel) in label.font }, { $0.font = $1 }),
        AppearanceProperty("label.textColor", { (label: UILabel) in label.textColor }, { $0.textColor = $1 }),
        AppearanceProperty(\UILabel.highlightedTextColor),
        AppearanceProperty(\UILabel.shadowColor),
        AppearanceProperty(\UILabel.shadowOffset),
        AppearanceProperty("spokes.color", { (view: UIActivityIndicatorView) in view.color }, { $0.color = $1 }),
        AppearanceProperty(\UIProgressView.progressTintColor),
        AppearanceProperty(\UIProgressView.trackTintColor),
        AppearanceProperty(\UIProgressView.progressImage),
        AppearanceProperty(\UIProgressView.trackImage),
    ]

    private static let controls: [AppearanceProperty] =
        [
            AppearanceProperty(\UISwitch.onTintColor),
            AppearanceProperty(\UISwitch.thumbTintColor),
            AppearanceProperty(\UISlider.minimumTrackTintColor),
            AppearanceProperty(\UISlider.maximumTrackTintColor),
            AppearanceProperty(\UISlider.thumbTintColor),
            AppearanceProperty(\UIPageControl.pageIndicatorTintColor),
            AppearanceProperty(\UIPageControl.currentPageIndicatorTintColor),
            AppearanceProperty(\UISegmentedControl.selectedSegmentTintColor),
            AppearanceProperty(\UIButton.contentEdgeInsets),
        ]
        + states.flatMap { state in
            [
                AppearanceProperty(
                    attributes: "segments.title\(state.rawValue)",
                    { (view: UISegmentedControl) in view.titleTextAttributes(for: state) },
                    { $0.setTitleTextAttributes($1, for: state) }),
                AppearanceProperty(
                    "button.titleColor\(state.rawValue)", { (button: UIButton) in button.titleColor(for: state) },
                    { $0.setTitleColor($1, for: state) }),
                AppearanceProperty(
                    "button.image\(state.rawValue)", { (button: UIButton) in button.image(for: state) },
                    { $0.setImage($1, for: state) }),
                AppearanceProperty(
                    "button.backgroundImage\(state.rawValue)",
                    { (button: UIButton) in button.backgroundImage(for: state) },
                    { $0.setBackgroundImage($1, for: state) }),
                AppearanceProperty(
                    "slider.thumb\(state.rawValue)", { (slider: UISlider) in slider.thumbImage(for: state) },
                    { $0.setThumbImage($1, for: state) }),
            ]
        }

    private static let bars: [AppearanceProperty] = [
        AppearanceProperty(\UINavigationBar.barStyle),
        AppearanceProperty(\UINavigationBar.barTintColor),
        AppearanceProperty(\UINavigationBar.isTranslucent),
        AppearanceProperty(\UINavigationBar.prefersLargeTitles),
        AppearanceProperty(
            attributes: "navigation.title", { (bar: UINavigationBar) in bar.titleTextAttributes },
            { $0.titleTextAttributes = $1 }),
        AppearanceProperty(
            attributes: "navigation.largeTitle", { (bar: UINavigationBar) in bar.largeTitleTextAttributes },
            { $0.largeTitleTextAttributes = $1 }),
        AppearanceProperty(
            "navigation.standard", { (bar: UINavigationBar) in bar.ownStandardAppearance },
            { if let look = $1 { $0.standardAppearance = look } }),
        AppearanceProperty(\UINavigationBar.scrollEdgeAppearance),
        AppearanceProperty(\UINavigationBar.shadowImage),
        AppearanceProperty(\UINavigationBar.backIndicatorImage),
        AppearanceProperty(\UINavigationBar.backIndicatorTransitionMaskImage),
        AppearanceProperty(
            "navigation.background", { (bar: UINavigationBar) in bar.backgroundImage(for: .default) },
            { $0.setBackgroundImage($1, for: .default) }),
        AppearanceProperty(\UIToolbar.barStyle),
        AppearanceProperty(\UIToolbar.barTintColor),
        AppearanceProperty(\UIToolbar.isTranslucent),
        AppearanceProperty(
            "toolbar.standard", { (bar: UIToolbar) in bar.ownStandardAppearance },
            { if let look = $1 { $0.standardAppearance = look } }),
        AppearanceProperty(\UIToolbar.scrollEdgeAppearance),
    ]

    private static let items: [AppearanceProperty] =
        [
            AppearanceProperty("item.tintColor", { (item: UIBarButtonItem) in item.tintColor }, { $0.tintColor = $1 }),
            AppearanceProperty(\UITabBarItem.titlePositionAdjustment),
        ]
        + states.map { state in
            AppearanceProperty(
                attributes: "item.title\(state.rawValue)",
                { (item: UIBarItem) in item.titleTextAttributes(for: state) },
                { $0.setTitleTextAttributes($1, for: state) })
        }
}
