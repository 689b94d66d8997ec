import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Fields, regions and rails. *Source*: Apple's pages of UIFieldBehavior, UIRegion and UIAttachmentBehavior; mechanics.
@MainActor @Suite(.serialized) struct FieldTests {
    private let root = PlainController("root")
    private let box = UIView(frame: CGRect(x: 100, y: 100, width: 100, height: 100))
    private let values: UIDynamicItemBehavior

    init() { values = UIDynamicItemBehavior(items: [box]) }

    private func makeStage() -> (ControllerStage, UIDynamicAnimator) {
        root.view.addSubview(box)
        let stage = ControllerStage(root)
        return (stage, UIDynamicAnimator(referenceView: root.view))
    }

    /// Lets a field act on the box, which has a velocity at first; gives the time for which it has acted.
    @discardableResult
    private func act(_ field: UIFieldBehavior, velocity: CGPoint = .zero, for seconds: Double) -> Double {
        let (stage, animator) = makeStage()
        field.addItem(box)
        stage.act {
            self.values.addLinearVelocity(velocity, for: self.box)
            animator.addBehavior(self.values)
            animator.addBehavior(field)
        }
        stage.pass(seconds)
        result = (box.center, values.linearVelocity(for: box))
        let time = animator.elapsedTime
        stage.act { animator.removeAllBehaviors() }
        return time
    }
    private final class Result { var center = CGPoint.zero, velocity = CGPoint.zero }
    private let kept = Result()
    private var result: (center: CGPoint, velocity: CGPoint) {
        get { (kept.center, kept.velocity) }
        nonmutating set { (kept.center, kept.velocity) = newValue }
    }

    @Test func regions_are_sets_of_points_about_their_middle() {
        let circle = UIRegion(radius: 10), wide = UIRegion(size: CGSize(width: 40, height: 4))
        let (near, far, outside) = (CGPoint(x: 6, y: 7), CGPoint(x: -15, y: 1), CGPoint(x: 30, y: 30))
        func found(_ region: UIRegion) -> [Bool] { [near, far, outside].map { region.contains($0) } }
        #expect(found(circle) == [true, false, false] && found(wide) == [false, true, false])
        #expect(found(.infinite) == [true, true, true] && found(UIRegion.infinite.inverse()) == [false, false, false])
        #expect(found(circle.byUnion(with: wide)) == [true, true, false])
        #expect(found(circle.byIntersection(with: wide)) == [false, false, false])
        #expect(circle.byIntersection(with: wide).contains(.zero))
        #expect(found(circle.byDifference(from: wide)) == [true, false, false])
        #expect(!circle.byDifference(from: wide).contains(.zero))
        #expect(found(circle.inverse()) == [false, true, true])
        #expect((circle.copy() as? UIRegion).map(found) == [true, false, false])
    }

    @Test func linear_gravity_of_1_is_a_push_s_unit_for_any_mass() {
        values.density = 3
        let field = UIFieldBehavior.linearGravityField(direction: CGVector(dx: 0, dy: 1))
        #expect(field.strength == 1 && field.falloff == 0 && field.direction == CGVector(dx: 0, dy: 1))
        field.strength = 2
        let time = act(field, for: 0.5)
        #expect(abs(result.velocity.y - 200 * time) < 1e-6 && result.velocity.x == 0, "\(result) after \(time)")
    }

    @Test func a_drag_field_slows_and_never_turns_back() {
        let field = UIFieldBehavior.dragField()
        let time = act(field, velocity: CGPoint(x: 200, y: 0), for: 0.5)
        #expect(abs(result.velocity.x - 200 * exp(-time)) < 2, "\(result)")
    }

    @Test func a_very_strong_drag_stops_at_once() {
        let field = UIFieldBehavior.dragField()
        field.strength = 1e6
        act(field, velocity: CGPoint(x: 200, y: 0), for: 0.2)
        #expect(abs(result.velocity.x) < 1e-3 && abs(result.center.x - 150) < 1)
    }

    @Test func radial_gravity_attracts_by_its_falloff() {
        let field = UIFieldBehavior.radialGravityField(position: CGPoint(x: 350, y: 150))
        field.falloff = 1
        let time = act(field, for: 0.1)
        // 200 points away: half of the force at 100 points.
        let rate = result.velocity.x / CGFloat(time)
        #expect(abs(rate - 50) < 1 && abs(result.velocity.y) < 1e-9, "\(rate)")
    }

    @Test func a_region_ends_a_field() {
        let field = UIFieldBehavior.linearGravityField(direction: CGVector(dx: 1, dy: 0))
        (field.position, field.region) = (CGPoint(x: 150, y: 150), UIRegion(radius: 20))
        act(field, for: 1.5)
        // It leaves with the speed of the way to the region's edge.
        #expect(abs(result.velocity.x - (2 * 100 * 20 as CGFloat).squareRoot()) < 1, "\(result)")
    }

    @Test func a_spring_swings_about_its_position_in_2_pi_seconds() {
        let field = UIFieldBehavior.springField()
        field.position = CGPoint(x: 150, y: 250)
        act(field, for: .pi)
        #expect(abs(result.center.y - 350) < 2 && abs(result.velocity.y) < 3, "\(result)")
    }

    @Test func positive_charges_are_repelled_and_circle_counter_clockwise() {
        values.charge = 2
        let electric = UIFieldBehavior.electricField()
        electric.position = CGPoint(x: 50, y: 150)
        let time = act(electric, for: 0.3)
        #expect(abs(result.velocity.x - 200 * time) < 1e-6 && abs(result.velocity.y) < 1e-9)
    }

    @Test func a_magnetic_field_turns_velocities_and_keeps_their_length() {
        values.charge = 2
        let time = act(.magneticField(), velocity: CGPoint(x: 100, y: 0), for: 0.3)
        let (x, y) = (result.velocity.x, result.velocity.y)
        #expect(abs(hypot(x, y) - 100) < 1e-6 && abs(atan2(y, x) + 2 * CGFloat(time)) < 1e-6, "\(result)")
    }

    @Test func a_vortex_turns_counter_clockwise() {
        let field = UIFieldBehavior.vortexField()
        (field.position, field.strength) = (CGPoint(x: 50, y: 150), 0.01)
        act(field, for: 0.1)
        #expect(result.velocity.y < -5 && result.velocity.y > -15, "\(result)")
    }

    @Test func a_velocity_field_overrides_gravity() {
        let (stage, animator) = makeStage()
        let field = UIFieldBehavior.velocityField(direction: CGVector(dx: 0.5, dy: 0))
        field.addItem(box)
        stage.act {
            animator.addBehavior(field)
            animator.addBehavior(self.values)
            animator.addBehavior(UIGravityBehavior(items: [self.box]))
        }
        stage.pass(0.5)
        #expect(abs(values.linearVelocity(for: box).x - 50) < 1e-9 && box.center.y == 150)
        stage.act { animator.removeAllBehaviors() }
    }

    @Test func noise_is_the_same_in_every_run_and_differs_from_place_to_place() {
        func run(_ x: CGFloat, _ smoothness: CGFloat) -> CGPoint {
            box.center = CGPoint(x: x, y: 150)
            let field = UIFieldBehavior.noiseField(smoothness: smoothness, animationSpeed: 1)
            field.strength = 5
            let other = FieldTests()
            other.box.center = CGPoint(x: x, y: 150)
            other.act(field, for: 1)
            return other.result.center
        }
        let first = run(150, 0.2)
        #expect(first == run(150, 0.2) && first != CGPoint(x: 150, y: 150))
        #expect(run(190, 0.2).x - 190 != first.x - 150)
        #expect(hypot(first.x - 150, first.y - 150) < 500)
    }

    @Test func turbulence_leaves_items_at_rest_alone() {
        act(.turbulenceField(smoothness: 0, animationSpeed: 1), for: 0.5)
        #expect(result.center == CGPoint(x: 150, y: 150))
    }

    @Test func turbulence_moves_items_in_motion_aside() {
        act(.turbulenceField(smoothness: 0, animationSpeed: 1), velocity: CGPoint(x: 100, y: 0), for: 0.5)
        #expect(result.center.y != 150)
    }

    @Test func forces_that_are_not_finite_are_left_out() {
        let noise = UIFieldBehavior.noiseField(smoothness: .nan, animationSpeed: .infinity)
        noise.falloff = .nan
        let velocity = UIFieldBehavior.velocityField(direction: CGVector(dx: CGFloat.nan, dy: 0))
        velocity.addItem(box)
        noise.addChildBehavior(velocity)
        let block = UIFieldBehavior.field { _, _, _, _, _, _ in CGVector(dx: CGFloat.nan, dy: .infinity) }
        block.addItem(box)
        noise.addChildBehavior(block)
        act(noise, for: 0.2)
        #expect(result.center == CGPoint(x: 150, y: 150) && result.velocity == .zero)
    }

    @Test func a_block_gets_place_velocity_mass_charge_and_step() {
        final class Own: UIFieldBehavior { var count = 0 }
        values.charge = 0.5
        var seen: (CGPoint, CGVector, CGFloat, CGFloat, Double)?
        let field = Own.field { field, place, velocity, mass, charge, step in
            (field as? Own)?.count += 1
            if seen == nil { seen = (place, velocity, mass, charge, step) }
            return CGVector(dx: 0, dy: 1)
        }
        let time = act(field, velocity: CGPoint(x: 100, y: 0), for: 0.2)
        #expect(seen?.0 == CGPoint(x: 150, y: 150) && seen?.1 == CGVector(dx: 1, dy: 0))
        #expect(seen?.2 == 1 && seen?.3 == 0.5 && seen?.4 == 1 / 240.0)
        #expect(field.count == Int((time * 240).rounded()) && abs(result.velocity.y - 100 * CGFloat(time)) < 1e-6)
    }
}

/// Rails and ranges. *Source*: Apple, UIAttachmentBehavior.
@MainActor @Suite(.serialized) struct RailTests {
    private let root = PlainController("root")
    private let box = UIView(frame: CGRect(x: 100, y: 100, width: 100, height: 100))
    private let other = UIView(frame: CGRect(x: 250, y: 100, width: 100, height: 100))

    private func makeStage() -> (ControllerStage, UIDynamicAnimator) {
        for view in [box, other] { root.view.addSubview(view) }
        let stage = ControllerStage(root)
        return (stage, UIDynamicAnimator(referenceView: root.view))
    }

    @Test func an_item_slides_on_its_rail_without_turning_as_far_as_its_range() {
        let (stage, animator) = makeStage()
        let rail = UIAttachmentBehavior.slidingAttachment(
            with: box, attachmentAnchor: CGPoint(x: 120, y: 120), axisOfTranslation: CGVector(dx: 2, dy: 2))
        #expect(rail.attachmentRange.isInfinite && rail.attachedBehaviorType == .anchor)
        rail.attachmentRange = UIFloatRange(minimum: -10, maximum: 100)
        stage.act {
            animator.addBehavior(UIGravityBehavior(items: [self.box]))
            animator.addBehavior(rail)
        }
        stage.pass(0.3)
        let way = CGPoint(x: box.center.x - 150, y: box.center.y - 150)
        #expect(way.x > 10 && abs(way.x - way.y) < 0.5 && abs(box.transform.b) < 1e-3, "\(way)")
        stage.pass(2)
        #expect(abs(hypot(box.center.x - 150, box.center.y - 150) - 100) < 0.5, "\(box.center)")
        // The rail goes with its point.
        stage.act { rail.anchorPoint.x += 30 }
        stage.pass(1)
        #expect(abs((box.center.x - 150) - 30 - 100 / 2.0.squareRoot()) < 0.5, "\(box.center)")
        #expect(abs(box.transform.b) < 1e-3)
    }

    @Test func two_items_slide_past_each_other() {
        let (stage, animator) = makeStage()
        let held = UIDynamicItemBehavior(items: [other])
        held.isAnchored = true
        let rail = UIAttachmentBehavior.slidingAttachment(
            with: box, attachedTo: other, attachmentAnchor: CGPoint(x: 225, y: 150),
            axisOfTranslation: CGVector(dx: 0, dy: 1))
        rail.attachmentRange = UIFloatRange(minimum: -200, maximum: 200)
        stage.act {
            animator.addBehavior(held)
            animator.addBehavior(UIGravityBehavior(items: [self.box]))
            animator.addBehavior(rail)
        }
        stage.pass(3)
        #expect(abs(box.center.y - 350) < 0.5 && abs(box.center.x - 150) < 0.5, "\(box.center)")
        #expect(abs(box.transform.b) < 1e-3 && other.center == CGPoint(x: 300, y: 150) && !animator.isRunning)
    }

    @Test func a_pin_turns_as_far_as_its_range() {
        func run(_ range: UIFloatRange, friction: CGFloat = 0) -> CGFloat {
            box.transform = .identity
            box.center = CGPoint(x: 150, y: 150)
            let (stage, animator) = makeStage()
            let held = UIDynamicItemBehavior(items: [other])
            held.isAnchored = true
            let pin = UIAttachmentBehavior.pinAttachment(
                with: box, attachedTo: other, attachmentAnchor: CGPoint(x: 225, y: 150))
            (pin.attachmentRange, pin.frictionTorque) = (range, friction)
            stage.act {
                animator.addBehavior(held)
                animator.addBehavior(UIGravityBehavior(items: [self.box]))
                animator.addBehavior(pin)
            }
            stage.pass(3)
            animator.removeAllBehaviors()
            return atan2(box.transform.b, box.transform.a)
        }
        // The box hangs at the left of the pin and falls counter-clockwise.
        #expect(abs(run(UIFloatRange(minimum: -0.5, maximum: 1)) + 0.5) < 0.02)
        #expect(abs(run(.zero)) < 0.02)
        #expect(run(.infinite) < -0.6)
        // A weight of 10 pushes on an arm of 75 points.
        #expect(abs(run(.infinite, friction: 8)) < 0.05)
    }
}
