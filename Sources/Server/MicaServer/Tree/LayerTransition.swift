import Foundation
import MicaBase
import MicaWire

/// A layer in transition at one moment: its old version, and the positions of old and new layer.
///
/// Matrices before the layer's own transform move the two, in the layer's plane or out of it. Both are always drawn as
/// layers, never as copied pixels.
struct LayerTransition: Sendable {
    /// The kind of transition.
    var kind: TransitionState.Kind
    var direction: TransitionState.Direction
    /// The progress, 0...1.
    var progress: Double
    /// The old version of the layer.
    var version: SubtreeVersion
    /// The new layer's state, before `newMotion`.
    var placed: LayerState
    /// A matrix that applies to the old layer before its transform; nil for none.
    var oldMotion: Matrix4?
    /// A matrix that applies to the new layer before its transform; nil for none.
    var newMotion: Matrix4?
    /// Whether the old layer is shown.
    var showsOld = true
    /// Whether the new layer is shown.
    var showsNew: Bool
    /// Whether the old layer is in front.
    var isOldInFront = false
    /// Whether either is invisible while it shows its back.
    var hidesBacks = false

    /// Finds the transition of a layer at a local time, and moves the layer's state to the new layer's position. *nil
    /// when* there is no transition, or it is over.
    init?(
        _ memory: TransitionMemory, _ animations: [KeyedAnimation], at time: Double, _ state: inout LayerState,
        isShown: Bool
    ) {
        guard let running = animations.last(where: { $0.key == memory.key })?.transition(at: time) else { return nil }
        (kind, direction) = (running.state.kind, running.state.direction)
        progress = running.progress
        version = memory.version
        placed = state
        showsNew = isShown
        move(
            new: Size(state), old: memory.version.size ?? Size(state), isFlipped: state.flags.contains(.geometryFlipped)
        )
        if let newMotion { state.transform = newMotion * state.transform }
        if hidesBacks { state.flags.remove(.doubleSided) }
    }

    /// The old version, with its root at the old layer's current position.
    var oldScene: SceneEvaluation {
        var scene = version.scene
        if let root = version.tree.root { scene.position(root, as: placed, movedBy: oldMotion, hidesBack: hidesBacks) }
        return scene
    }

    /// The size of a layer, and the vector from its anchor point to its middle. *Units*: points.
    struct Size {
        var width: Double, height: Double
        var middleX: Double, middleY: Double

        init(_ state: LayerState) {
            (width, height) = (Double(state.bounds.width), Double(state.bounds.height))
            middleX = (0.5 - Double(state.anchorPoint.x)) * width
            middleY = (0.5 - Double(state.anchorPoint.y)) * height
        }

        /// A matrix about the anchor point that has the effect of one about the middle.
        func about(_ matrix: Matrix4) -> Matrix4 {
            Matrix4(translationX: -middleX, y: -middleY) * matrix * Matrix4(translationX: middleX, y: middleY)
        }
    }

    /// Computes the positions of both.
    ///
    /// *Source* for Apple's four kinds: CATransition, "fades", "slides into place over", "pushes", "is gradually
    /// revealed". The others follow their names and the descriptions that `CATransitionType` cites.
    private mutating func move(new: Size, old: Size, isFlipped: Bool) {
        let way = direction.way(isFlipped: isFlipped)
        func shift(_ share: Double, _ size: Size) -> Matrix4? {
            share == 0 ? nil : Matrix4(translationX: share * way.x * size.width, y: share * way.y * size.height)
        }
        switch kind {
        case .fade, .ripple, .suck, .pageCurl, .pageUnCurl, .iris, .irisOpen, .irisClose: break
        case .moveIn: newMotion = shift(progress - 1, new)
        case .push:
            newMotion = shift(progress - 1, new)
            oldMotion = shift(progress, old)
        case .reveal:
            oldMotion = shift(progress, old)
            isOldInFront = true
        case .cube:
            hidesBacks = true
            isOldInFront = progress < 0.5
            oldMotion = face(old, way, angle: progress * .pi / 2, isCube: true)
            newMotion = face(new, way, angle: (progress - 1) * .pi / 2, isCube: true)
        case .flip:
            if progress < 0.5 { showsNew = false } else { showsOld = false }
            oldMotion = face(old, way, angle: progress * .pi, isCube: false)
            newMotion = face(new, way, angle: (progress - 1) * .pi, isCube: false)
        case .rotate:
            oldMotion = old.about(Matrix4(rotation: direction.angle * progress, x: 0, y: 0, z: 1))
            newMotion = new.about(Matrix4(rotation: direction.angle * (progress - 1), x: 0, y: 0, z: 1))
        }
    }

    /// A face that turns about the middle of a cube, or about its own. The viewer's distance is three times the face's
    /// larger side.
    private func face(_ size: Size, _ way: (x: Double, y: Double), angle: Double, isCube: Bool) -> Matrix4 {
        let turn = Matrix4(rotation: angle, x: -way.y, y: way.x, z: 0)
        var camera = Matrix4.identity
        let distance = 3 * max(size.width, size.height)
        if distance > 0 { camera.m34 = -1 / distance }
        guard isCube else { return size.about(turn * camera) }
        let half = (way.x != 0 ? size.width : size.height) / 2
        return size.about(
            Matrix4(translationX: 0, y: 0, z: half) * turn * Matrix4(translationX: 0, y: 0, z: -half) * camera)
    }
}

extension TransitionState.Direction {
    /// The direction of movement in the layer's unflipped space, a unit vector along one axis.
    func way(isFlipped: Bool) -> (x: Double, y: Double) {
        switch self {
        case .fromRight: (-1, 0)
        case .fromTop: (0, isFlipped ? 1 : -1)
        case .fromBottom: (0, isFlipped ? -1 : 1)
        case .fromLeft, .clockwise90, .counterclockwise90, .clockwise180, .counterclockwise180: (1, 0)
        }
    }

    /// The angle of a rotation, in radians; clockwise where y is down.
    var angle: Double {
        switch self {
        case .counterclockwise90: -.pi / 2
        case .clockwise180: .pi
        case .counterclockwise180: -.pi
        default: .pi / 2
        }
    }
}

extension SubtreeVersion {
    /// The size that the layer had.
    var size: LayerTransition.Size? { tree.root.map { LayerTransition.Size(scene.states[$0.at]) } }
}
