import CoreGraphics
import Foundation

extension UIScrollView {
    /// The flags with their keys: the properties' names after `UI`, as for views.
    private static let archivedFlags: [(String, ScrollSettings.Flags)] = [
        ("UIScrollEnabled", .scrollEnabled), ("UIDirectionalLockEnabled", .directionalLock), ("UIBounces", .bounces),
        ("UIAlwaysBounceVertical", .alwaysBounceVertical), ("UIAlwaysBounceHorizontal", .alwaysBounceHorizontal),
        ("UIPagingEnabled", .paging), ("UIShowsVerticalScrollIndicator", .showsVertical),
        ("UIShowsHorizontalScrollIndicator", .showsHorizontal), ("UIDelaysContentTouches", .delaysTouches),
        ("UICanCancelContentTouches", .cancelsTouches), ("UIBouncesZoom", .bouncesZoom),
        ("UIScrollsToTop", .scrollsToTop),
    ]

    /// Reads the values that `writeScrollView(_:)` writes; missing ones keep the defaults of a new view.
    func readScrollView(_ coder: NSCoder) {
        for (key, flag) in Self.archivedFlags where coder.containsValue(forKey: key) {
            settings.flags.set(flag, coder.decodeBool(forKey: key))
        }
        pan.isEnabled = isScrollEnabled
        if coder.containsValue(forKey: "UIContentSize") { contentSize = coder.decodeCGSize(forKey: "UIContentSize") }
        if coder.containsValue(forKey: "UIContentInset") {
            contentInset = coder.decodeUIEdgeInsets(forKey: "UIContentInset")
        }
        if coder.containsValue(forKey: "UIDecelerationRate") {
            decelerationRate = DecelerationRate(rawValue: CGFloat(coder.decodeDouble(forKey: "UIDecelerationRate")))
        }
        if coder.containsValue(forKey: "UIMinimumZoomScale") {
            minimumZoomScale = CGFloat(coder.decodeDouble(forKey: "UIMinimumZoomScale"))
        }
        if coder.containsValue(forKey: "UIMaximumZoomScale") {
            maximumZoomScale = CGFloat(coder.decodeDouble(forKey: "UIMaximumZoomScale"))
        }
        indicatorStyle = IndicatorStyle(rawValue: coder.decodeInteger(forKey: "UIIndicatorStyle")) ?? .default
        keyboardDismissMode =
            KeyboardDismissMode(rawValue: coder.decodeInteger(forKey: "UIKeyboardDismissMode")) ?? .none
        contentInsetAdjustmentBehavior =
            ContentInsetAdjustmentBehavior(rawValue: coder.decodeInteger(forKey: "UIContentInsetAdjustmentBehavior"))
            ?? .automatic
    }

    /// Writes the values that only scroll views have; the bounds hold the offset.
    func writeScrollView(_ coder: NSCoder) {
        for (key, flag) in Self.archivedFlags { coder.encode(settings.flags.contains(flag), forKey: key) }
        coder.encode(contentSize, forKey: "UIContentSize")
        coder.encode(contentInset, forKey: "UIContentInset")
        coder.encode(Double(decelerationRate.rawValue), forKey: "UIDecelerationRate")
        coder.encode(Double(minimumZoomScale), forKey: "UIMinimumZoomScale")
        coder.encode(Double(maximumZoomScale), forKey: "UIMaximumZoomScale")
        coder.encode(indicatorStyle.rawValue, forKey: "UIIndicatorStyle")
        coder.encode(keyboardDismissMode.rawValue, forKey: "UIKeyboardDismissMode")
        coder.encode(contentInsetAdjustmentBehavior.rawValue, forKey: "UIContentInsetAdjustmentBehavior")
    }
}
