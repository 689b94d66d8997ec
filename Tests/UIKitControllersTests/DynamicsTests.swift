import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Items that fall, collide and hang. *Source*: Apple's pages of the behaviours; mechanics.
@MainActor @Suite(.serialized) struct DynamicsTests {
    private let root = PlainController("root")
    private let box = UIView(frame: CGRect(x: 100, y: 0, width: 100, height: 100))

    private func makeStage() -> (ControllerStage, UIDynamicAnimator) {
        root.view.addSubview(box)
        let stage = ControllerStage(root)
        return (stage, UIDynamicAnimator(referenceView: root.view))
    }

    private final class Teller: NSObject, UIDynamicAnimatorDelegate, UICollisionBehaviorDelegate {
        var told: [String] = []
        func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) { told.append("resume") }
        func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) { told.append("pause") }
        func collisionBehavior(
            _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
            withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint
        ) { told.append("began \(identifier.map { "\($0)" } ?? "bounds")") }
    }

    @Test func gravity_of_1_is_1000_points_a_second_squared() {
        let (stage, animator) = makeStage()
        stage.act { animator.addBehavior(UIGravityBehavior(items: [self.box])) }
        let before = animator.elapsedTime
        stage.pass(0.5)
        let time = animator.elapsedTime
        #expect(abs(time - before - 0.5) < 0.02 && animator.isRunning)
        #expect(abs(box.center.y - (50 + 500 * time * time)) < 3, "\(box.center.y) after \(time)")
        #expect(box.center.x == 150 && box.transform.isIdentity)
    }

    @Test func a_push_of_1_is_100_points_a_second_for_100_by_100_points() {
        let (stage, animator) = makeStage()
        let blow = UIPushBehavior(items: [box], mode: .instantaneous)
        blow.setAngle(0, magnitude: 1)
        let values = UIDynamicItemBehavior(items: [box])
        stage.act {
            animator.addBehavior(blow)
            animator.addBehavior(values)
        }
        stage.pass(0.2)
        #expect(abs(values.linearVelocity(for: box).x - 100) < 1e-6 && !blow.active)
        let push = UIPushBehavior(items: [box], mode: .continuous)
        push.pushDirection = CGVector(dx: 0, dy: 1)
        stage.act { animator.addBehavior(push) }
        let start = animator.elapsedTime
        stage.pass(0.5)
        #expect(abs(values.linearVelocity(for: box).y - 100 * CGFloat(animator.elapsedTime - start)) < 3)
    }

    @Test func a_box_falls_on_the_lower_edge_rests_and_the_animator_pauses() {
        let (stage, animator) = makeStage()
        let teller = Teller()
        animator.delegate = teller
        let collision = UICollisionBehavior(items: [box])
        collision.translatesReferenceBoundsIntoBoundary = true
        collision.collisionDelegate = teller
        stage.act {
            animator.addBehavior(UIGravityBehavior(items: [self.box]))
            animator.addBehavior(collision)
        }
        stage.pass(4)
        #expect(abs(box.frame.maxY - 667) < 0.5 && abs(box.frame.minX - 100) < 0.5, "\(box.frame)")
        #expect(teller.told == ["resume", "began bounds", "pause"] && !animator.isRunning, "\(teller.told)")
        // A program moves the item: the animator goes on from there.
        stage.act {
            self.box.center.y = 300
            animator.updateItem(usingCurrentState: self.box)
        }
        #expect(animator.isRunning)
        stage.pass(4)
        #expect(abs(box.frame.maxY - 667) < 0.5)
    }

    @Test func elasticity_gives_back_height() {
        let (stage, animator) = makeStage()
        let collision = UICollisionBehavior(items: [box])
        collision.addBoundary(
            withIdentifier: "floor" as NSString, from: CGPoint(x: 0, y: 500), to: CGPoint(x: 375, y: 500))
        let values = UIDynamicItemBehavior(items: [box])
        values.elasticity = 0.5
        var highest = CGFloat.infinity
        var hasHit = false
        values.action = { [box] in
            if values.linearVelocity(for: box).y < 0 { hasHit = true }
            if hasHit { highest = min(highest, box.frame.maxY) }
        }
        stage.act {
            animator.addBehavior(UIGravityBehavior(items: [self.box]))
            animator.addBehavior(collision)
            animator.addBehavior(values)
        }
        stage.pass(3)
        // Half of the speed is a quarter of the 400 points.
        #expect(abs(highest - 400) < 15, "\(highest)")
        #expect(collision.boundary(withIdentifier: "floor" as NSString) != nil)
    }

    @Test func two_boxes_collide_and_stack() {
        let (stage, animator) = makeStage()
        let other = UIView(frame: CGRect(x: 110, y: 200, width: 100, height: 100))
        root.view.addSubview(other)
        let collision = UICollisionBehavior(items: [box, other])
        collision.translatesReferenceBoundsIntoBoundary = true
        stage.act {
            animator.addBehavior(UIGravityBehavior(items: [self.box, other]))
            animator.addBehavior(collision)
        }
        stage.pass(5)
        #expect(abs(other.center.y - 617) < 1 && abs(box.center.y - 517) < 2, "\(box.center) \(other.center)")
        #expect(!animator.isRunning)
    }

    @Test func a_snap_ends_at_its_point_upright() {
        let (stage, animator) = makeStage()
        box.transform = CGAffineTransform(rotationAngle: 1)
        let snap = UISnapBehavior(item: box, snapTo: CGPoint(x: 200, y: 400))
        stage.act { animator.addBehavior(snap) }
        stage.pass(0.1)
        #expect(box.center.y > 60 && box.center.y < 399)
        stage.pass(3)
        #expect(hypot(box.center.x - 200, box.center.y - 400) < 0.5 && abs(box.transform.b) < 0.01)
        #expect(!animator.isRunning)
    }

    @Test func an_attachment_keeps_its_length_and_a_spring_swings_about_it() {
        let (stage, animator) = makeStage()
        let anchor = CGPoint(x: 50, y: 50)
        let hold = UIAttachmentBehavior(item: box, attachedToAnchor: anchor)
        #expect(hold.length == 100)
        stage.act {
            animator.addBehavior(UIGravityBehavior(items: [self.box]))
            animator.addBehavior(hold)
        }
        for _ in 0..<20 {
            stage.pass(0.1)
            #expect(abs(hypot(box.center.x - 50, box.center.y - 50) - 100) < 3)
        }
        #expect(box.center.y > 60)
    }

    @Test func two_runs_are_the_same_to_the_bit() {
        func run() -> [CGPoint] {
            let root = PlainController("root")
            let stage = ControllerStage(root)
            let views = (0..<5).map { UIView(frame: CGRect(x: 40 + 37 * $0, y: 30 + 61 * $0, width: 60, height: 40)) }
            for view in views { root.view.addSubview(view) }
            let animator = UIDynamicAnimator(referenceView: root.view)
            let collision = UICollisionBehavior(items: views)
            collision.translatesReferenceBoundsIntoBoundary = true
            let values = UIDynamicItemBehavior(items: views)
            (values.elasticity, values.friction) = (0.4, 0.3)
            stage.act {
                animator.addBehavior(UIGravityBehavior(items: views))
                animator.addBehavior(collision)
                animator.addBehavior(values)
            }
            stage.pass(1.5)
            animator.removeAllBehaviors()
            return views.map(\.center)
        }
        let first = run()
        #expect(first == run())
        #expect(Set(first.map(\.y)).count == 5)
    }

    @Test func an_angle_stays_while_the_strength_is_zero() {
        let push = UIPushBehavior(items: [box], mode: .continuous)
        push.angle = .pi / 2
        push.magnitude = 2
        #expect(abs(push.pushDirection.dx) < 1e-9 && abs(push.pushDirection.dy - 2) < 1e-9)
        push.pushDirection = CGVector(dx: -3, dy: 0)
        #expect(push.angle == .pi && push.magnitude == 3)
    }

    @Test func a_collision_s_delegate_may_replace_all_behaviours() throws {
        final class Replacer: NSObject, UICollisionBehaviorDelegate {
            var replace: (() -> Void)?
            func collisionBehavior(
                _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
                withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint
            ) { replace?() }
        }
        let (stage, animator) = makeStage()
        let collision = UICollisionBehavior(items: [box])
        collision.translatesReferenceBoundsIntoBoundary = true
        let replacer = Replacer()
        collision.collisionDelegate = replacer
        var hitAt: Double?
        replacer.replace = { [box] in
            hitAt = stage.host.time
            animator.removeAllBehaviors()
            box.center = CGPoint(x: 150, y: 100)
            let gravity = UIGravityBehavior(items: [box])
            gravity.magnitude = 0.1
            animator.addBehavior(gravity)
        }
        stage.act {
            animator.addBehavior(UIGravityBehavior(items: [self.box]))
            animator.addBehavior(collision)
        }
        stage.pass(1.5)
        let passed = stage.host.time - (try #require(hitAt))
        #expect(abs(box.center.y - (100 + 50 * passed * passed)) < 5, "\(box.center.y) after \(passed)")
    }

    @Test func items_that_only_behaviours_hold_leave_with_them() {
        let (stage, animator) = makeStage()
        weak var seen: UIView?
        stage.act {
            let item = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
            seen = item
            let values = UIDynamicItemBehavior(items: [self.box])
            #expect(values.linearVelocity(for: item) == .zero)
            animator.addBehavior(values)
            animator.addBehavior(UIGravityBehavior(items: [item]))
        }
        stage.pass(0.1)
        stage.act { animator.removeAllBehaviors() }
        #expect(animator.items(in: CGRect(x: -1e4, y: -1e4, width: 2e4, height: 2e4)).isEmpty && !animator.isRunning)
        #expect(seen == nil)
    }

    @Test func a_group_moves_as_one() {
        let (stage, animator) = makeStage()
        let other = UIView(frame: CGRect(x: 200, y: 0, width: 20, height: 20))
        root.view.addSubview(other)
        let group = UIDynamicItemGroup(items: [box, other])
        stage.act { animator.addBehavior(UIGravityBehavior(items: [group])) }
        stage.pass(0.3)
        #expect(box.center.y > 60 && abs((box.center.y - other.center.y) - 40) < 1e-9)
    }
}
