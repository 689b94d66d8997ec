/// A device whose screen tests and pictures may have.
///
/// *Source*: Apple, Human Interface Guidelines, "Layout" (points and scales of screens), and the safe areas that public
/// tables of devices give for an upright screen.
struct TestDevice {
    /// The name on the command line.
    let name: String
    /// The screen, in points.
    let size: (width: Int, height: Int)
    /// Pixels per point.
    let scale: Int
    /// The safe area, in points.
    let safeArea: (top: Int, bottom: Int)

    static let all = [
        TestDevice(name: "iphone-se", size: (375, 667), scale: 2, safeArea: (20, 0)),
        TestDevice(name: "iphone-8", size: (375, 667), scale: 2, safeArea: (20, 0)),
        TestDevice(name: "iphone-8-plus", size: (414, 736), scale: 3, safeArea: (20, 0)),
        TestDevice(name: "iphone-x", size: (375, 812), scale: 3, safeArea: (44, 34)),
        TestDevice(name: "iphone-11", size: (414, 896), scale: 2, safeArea: (48, 34)),
        TestDevice(name: "iphone-12", size: (390, 844), scale: 3, safeArea: (47, 34)),
        TestDevice(name: "iphone-13", size: (390, 844), scale: 3, safeArea: (47, 34)),
        TestDevice(name: "iphone-13-mini", size: (375, 812), scale: 3, safeArea: (50, 34)),
        TestDevice(name: "iphone-14", size: (390, 844), scale: 3, safeArea: (47, 34)),
        TestDevice(name: "iphone-14-pro", size: (393, 852), scale: 3, safeArea: (59, 34)),
        TestDevice(name: "iphone-15", size: (393, 852), scale: 3, safeArea: (59, 34)),
        TestDevice(name: "iphone-15-pro-max", size: (430, 932), scale: 3, safeArea: (59, 34)),
        TestDevice(name: "iphone-16", size: (393, 852), scale: 3, safeArea: (59, 34)),
        TestDevice(name: "iphone-16-pro", size: (402, 874), scale: 3, safeArea: (62, 34)),
        TestDevice(name: "ipad", size: (820, 1180), scale: 2, safeArea: (24, 20)),
        TestDevice(name: "ipad-mini", size: (744, 1133), scale: 2, safeArea: (24, 20)),
        TestDevice(name: "ipad-pro-11", size: (834, 1194), scale: 2, safeArea: (24, 20)),
        TestDevice(name: "ipad-pro-13", size: (1024, 1366), scale: 2, safeArea: (24, 20)),
    ]

    /// The variables that give a program this device's screen (UIKit's `LaunchSettings`).
    var environment: [String: String] {
        [
            "MICA_SCREEN": "\(size.width)x\(size.height)@\(scale)",
            "MICA_SAFE_AREA": "\(safeArea.top),0,\(safeArea.bottom),0",
        ]
    }
}
