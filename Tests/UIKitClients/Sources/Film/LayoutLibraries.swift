import UIKit

@testable import EasyPeasyExample
@testable import SnapKitExample
@testable import TinyConstraintsExample

/// The examples of libraries that make constraints.
@MainActor let layoutLibraries: [Client] = [
    Client(name: "SnapKit-simple", size: CGSize(width: 375, height: 667), duration: 0.5, moments: [0.4], isStill: true)
    {
        SimpleLayoutViewController()
    },
    Client(
        name: "SnapKit-scroll", size: CGSize(width: 375, height: 667), duration: 3, moments: [0.2, 0.8, 1.2, 2.9],
        script: "drag 180,500 to 180,150 at 0.5 over 0.2 by touch"
    ) {
        BasicUIScrollViewController()
    },
    Client(
        name: "EasyPeasy", size: CGSize(width: 375, height: 667), duration: 5.2, moments: [0.2, 2.2, 2.4, 4.5, 5.2],
        script: "drag 180,500 to 180,350 at 3 over 0.2 by touch"
    ) {
        UINavigationController(rootViewController: FeedController())
    },
    Client(
        name: "TinyConstraints", size: CGSize(width: 375, height: 667), duration: 9.5,
        moments: [0.2, 2.8, 3.3, 4.5, 6.3, 7.5, 9.4], waits: true
    ) {
        ExampleViewController()
    },
]
