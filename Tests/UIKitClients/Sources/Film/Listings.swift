import UIKit

@testable import BasicDemos
@testable import LayerPlayer
@testable import Listings

/// Controllers of tutorials, each with the views of its nib (nibs.py), while a finger uses their controls.
@MainActor private func used(
    _ prefix: String, _ controllers: [(name: String, make: () -> UIViewController)], _ duration: Double,
    moving: Set<String>, still: Set<String> = []
) -> [Client] {
    controllers.map { controller in
        Client(
            name: prefix + controller.name, size: CGSize(width: 375, height: 667), duration: duration,
            moments: [0.1, 0.3, 0.5, 0.8, 1].map { $0 * duration }, waits: waiting.contains(controller.name),
            isStill: still.contains(controller.name) ? true : moving.contains(controller.name) ? false : nil,
            // The book's balls are let go once: a second link reads what the first has thrown away.
            isUsed: !controller.name.hasPrefix("ReboundBall"), content: controller.make)
    }
}

/// Those that wait for timers of the run loop.
private let waiting: Set<String> = ["AnchorPoint", "PropertyAnimations_KVC", "ReboundBall_NSTimer", "Stretch_Filte"]

@MainActor let listings: [Client] =
    used(
        "listing-", Listings.nibControllers, 1.8,
        moving: [
            "AnimationGroup", "PropertyAnimations_CGPath", "ReboundBall_Auto", "ReboundBall_CADisplayLink",
            "ReboundBall_KeyTimes", "ReboundBall_NSTimer", "RepeatDuration", "Special_CAEmitterLayeer",
        ])
    + used("player-", LayerPlayer.nibControllers, 3, moving: Set(LayerPlayer.nibControllers.map(\.name)))
    + used(
        "demo-", BasicDemos.nibControllers, 1.8, moving: ["LayerTimeViewController", "LayersViewController"],
        still: [
            "LayerPerformanceViewController", "ReflectionViewController", "ShadowPathViewController",
            "TransformViewController",
        ])
