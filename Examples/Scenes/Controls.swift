import MicaEvents
import QuartzCore

/// A panel that a person uses: a slider, two switches, and a ball that can be caught while it moves.
let controls = Example(
    "controls",
    shows:
        "a slider sets the disc's size, switches colour it and turn it round, and the moving ball turns green when caught"
) { root, script in
    root.backgroundColor = CGColor(gray: 0.96, alpha: 1)
    let panel = ControlPanel(root)
    script.handler = { event in panel.handle(event) }
}

/// The panel's layers, and their reactions to touches.
private final class ControlPanel {
    private let root: CALayer
    private let (knob, fill, disc, ball) = (CALayer(), CALayer(), CAGradientLayer(), CALayer())
    private let switches = [Switch(at: CGPoint(x: 70, y: 100)), Switch(at: CGPoint(x: 70, y: 140))]
    private var isDragging = false

    private let (left, right): (CGFloat, CGFloat) = (40, 280)
    private let accent = hue(0.58, saturation: 0.75)

    init(_ root: CALayer) {
        self.root = root
        let track = CALayer()
        for (layer, color) in [(track, CGColor(gray: 0.8, alpha: 1)), (fill, accent)] {
            layer.frame = CGRect(x: left, y: 48, width: right - left, height: 4)
            layer.cornerRadius = 2
            layer.backgroundColor = color
            root.addSublayer(layer)
        }
        knob.bounds = CGRect(x: 0, y: 0, width: 28, height: 28)
        knob.cornerRadius = 14
        knob.backgroundColor = CGColor(gray: 1, alpha: 1)
        knob.shadowOpacity = 0.3
        knob.shadowOffset = CGSize(width: 0, height: 2)
        knob.position = CGPoint(x: 100, y: 50)
        disc.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        disc.cornerRadius = 50
        disc.masksToBounds = true
        disc.position = CGPoint(x: 205, y: 150)
        for control in switches { root.addSublayer(control.layer) }
        ball.bounds = CGRect(x: 0, y: 0, width: 22, height: 22)
        ball.cornerRadius = 11
        ball.backgroundColor = CGColor(gray: 0.35, alpha: 1)
        ball.position = CGPoint(x: 30, y: 215)
        for layer in [disc, ball, knob] { root.addSublayer(layer) }
        let run = CABasicAnimation(keyPath: "position.x")
        run.toValue = 290
        (run.duration, run.autoreverses, run.repeatCount) = (1.5, true, .infinity)
        run.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        ball.add(run, forKey: "run")
        show()
    }

    func handle(_ event: WindowEvent) {
        guard case .pointer(let pointer) = event.content else { return }
        switch pointer.phase {
        case .pressed:
            ripple(at: pointer.position)
            // Hit tests find layers at their visible places, in animations, too.
            let hit = root.presentation()?.hitTest(pointer.position)?.model()
            isDragging = hit === knob
            if hit === ball { ball.backgroundColor = hue(0.36, saturation: 0.8, brightness: 0.75) }
            for control in switches where hit === control.layer || hit === control.thumb { control.isOn.toggle() }
            show()
        case .moved where isDragging:
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            knob.position.x = min(max(knob.position.x + pointer.movement.width, left), right)
            show()
            CATransaction.commit()
        case .released, .cancelled: isDragging = false
        default: break
        }
    }

    /// Brings all in line with the knob and the switches; layers that are not dragged move with an animation.
    private func show() {
        let part = (knob.position.x - left) / (right - left)
        fill.frame.size.width = knob.position.x - left
        let scale = 0.3 + 0.8 * part
        let turn = switches[1].isOn ? CGFloat.pi / 2 : 0
        disc.transform = CATransform3DRotate(CATransform3DMakeScale(scale, scale, 1), turn, 0, 0, 1)
        disc.colors = switches[0].isOn ? [hue(0.02), hue(0.13)] : [hue(0.55), hue(0.7)]
    }

    /// A ring that grows where the panel is touched, and goes.
    private func ripple(at point: CGPoint) {
        let ring = CALayer()
        ring.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
        ring.cornerRadius = 30
        ring.borderWidth = 2
        ring.borderColor = accent
        ring.position = point
        ring.opacity = 0
        root.addSublayer(ring)
        let (grow, fade) = (CABasicAnimation(keyPath: "transform.scale"), CABasicAnimation(keyPath: "opacity"))
        (grow.fromValue, grow.toValue) = (0.2, 1)
        (fade.fromValue, fade.toValue) = (0.8, 0)
        let group = CAAnimationGroup()
        group.animations = [grow, fade]
        group.duration = 0.5
        group.timingFunction = CAMediaTimingFunction(name: .easeOut)
        CATransaction.begin()
        CATransaction.setCompletionBlock { ring.removeFromSuperlayer() }
        ring.add(group, forKey: "ripple")
        CATransaction.commit()
    }
}

/// A switch that is on or off.
private final class Switch {
    let layer = CALayer()
    let thumb = CALayer()
    var isOn = false {
        didSet { show() }
    }

    init(at center: CGPoint) {
        layer.bounds = CGRect(x: 0, y: 0, width: 48, height: 28)
        layer.position = center
        layer.cornerRadius = 14
        thumb.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
        thumb.cornerRadius = 12
        thumb.backgroundColor = CGColor(gray: 1, alpha: 1)
        thumb.shadowOpacity = 0.25
        thumb.shadowOffset = CGSize(width: 0, height: 1)
        layer.addSublayer(thumb)
        show()
    }

    private func show() {
        layer.backgroundColor = isOn ? hue(0.36, saturation: 0.7, brightness: 0.8) : CGColor(gray: 0.75, alpha: 1)
        let position = CGPoint(x: isOn ? 34 : 14, y: 14)
        if thumb.position.x > 0 {
            let spring = CASpringAnimation(keyPath: "position.x")
            (spring.fromValue, spring.stiffness, spring.damping) = (thumb.position.x, 300, 18)
            spring.duration = spring.settlingDuration
            thumb.add(spring, forKey: "spring")
        }
        thumb.position = position
    }
}
