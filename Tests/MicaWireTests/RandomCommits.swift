import Foundation
import MicaBase
import MicaRandom
import MicaWire

extension SeededGenerator {
    mutating func number() -> Double { Double.random(in: -1_000...1_000, using: &self) }

    /// A value that a property takes; every kind and every string is reached.
    mutating func value(of row: PropertyRow, images: [ImageResource]) -> PropertyValue {
        switch row.property {
        case .contentsGravity:
            return .string(ContentsState.Gravity.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .minificationFilter, .magnificationFilter:
            return .string(ContentsState.Filter.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .fillRule: return .string(FillRule.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .lineCap: return .string(LineCap.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .lineJoin: return .string(LineJoin.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .gradientType: return .string(GradientState.Kind.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .emitterShape: return .string(EmitterState.Shape.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .emitterMode: return .string(EmitterState.Mode.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .renderMode: return .string(EmitterState.RenderMode.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .seed: return .number(Double(UInt32.random(in: 0...UInt32.max, using: &self)))
        case .emitterCells: return chance(0.2) ? .none : .cells(cells(depth: 1, images: images))
        case .fillMode: return .string(TimingState.FillMode.allCases.randomElement(using: &self)?.name ?? "")
        case .contentsSwizzle: return .string(chance() ? "AAAA" : "RGBA")
        case .edgeAntialiasingMask: return .number(Double(Int.random(in: 0...15, using: &self)))
        case .preferredDynamicRange:
            return .string(DynamicRangeState.Preferred.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .toneMapMode:
            return .string(DynamicRangeState.ToneMapMode.allCases.randomElement(using: &self)?.rawValue ?? "")
        case .cornerCurve: return .string(chance() ? "circular" : "continuous")
        case .maskedCorners: return .number(Double(Int.random(in: 0...15, using: &self)))
        case .duration, .repeatCount, .repeatDuration: return .number(chance() ? .infinity : number())
        default: break
        }
        if row.isBoolean { return .number(chance() ? 1 : 0) }
        if [.image, .color, .layer, .path, .numbers, .colors].contains(row.kind), chance(0.2) { return .none }
        return value(of: row.kind, images: images)
    }

    mutating func value(of kind: PropertyValue.Kind, images: [ImageResource]) -> PropertyValue {
        switch kind {
        case .none: return .none
        case .number: return .number(number())
        case .point: return .point(CGPoint(x: number(), y: number()))
        case .size: return .size(CGSize(width: number(), height: number()))
        case .rect: return .rect(CGRect(x: number(), y: number(), width: number(), height: number()))
        case .transform: return .transform(Matrix4(elements: (0..<16).map { _ in number() }))
        case .color:
            let space = ColorValue.Space.allCases.randomElement(using: &self) ?? .sRGB
            return .color(ColorValue(space, red: number(), green: number(), blue: number(), alpha: number()))
        case .string: return .string(["", "linear", "ünï", "🙂"].randomElement(using: &self) ?? "")
        case .image: return images.randomElement(using: &self).map { .image($0) } ?? .none
        case .layer: return .layer(LayerID(rawValue: UInt64.random(in: 1...ClientNumber.numbers, using: &self)))
        case .vector: return .vector(SIMD3(number(), number(), number()))
        case .path: return .path(path())
        case .cells: return .cells(cells(depth: 2, images: images))
        case .numbers: return .numbers((0..<Int.random(in: 0...4, using: &self)).map { _ in number() })
        case .colors:
            let count = Int.random(in: 0...4, using: &self)
            return .colors(
                (0..<count).map { _ in ColorValue(red: number(), green: number(), blue: number(), alpha: number()) })
        case .filters:
            return .filters((0..<Int.random(in: 0...3, using: &self)).compactMap { _ in filter() })
        }
    }

    private mutating func filter() -> FilterState? {
        guard let kind = FilterState.Kind.allCases.randomElement(using: &self) else { return nil }
        return FilterState(
            kind, name: chance() ? kind.rawValue : "ünï", isEnabled: chance(),
            numbers: (0..<kind.numberCount).map { _ in number() })
    }

    private mutating func cells(depth: Int, images: [ImageResource]) -> [CellState] {
        (0..<Int.random(in: 0...2, using: &self)).map { _ in
            var cell = CellState()
            if chance() { cell.name = "искра" }
            for property in CellProperty.allCases where chance() {
                switch property {
                case .emitterCells: if depth < 4 { cell.cells = cells(depth: depth + 1, images: images) }
                case .minificationFilter, .magnificationFilter: cell.set(property, to: .string("nearest"))
                case .fillMode: cell.set(property, to: .string("both"))
                default: cell.set(property, to: value(of: property.kind, images: images))
                }
            }
            if chance() { cell.behaviors = [behavior(), behavior()] }
            return cell
        }
    }

    private mutating func behavior() -> ParticleBehavior {
        let (a, b) = (SIMD3(number(), number(), number()), ColorValue(red: number(), green: 0, blue: 1, alpha: 1))
        switch Int.random(in: 0...7, using: &self) {
        case 0: return ParticleBehavior(.wave(force: a, frequency: number()))
        case 1: return ParticleBehavior(.drag(number()))
        case 2:
            return ParticleBehavior(.attractor(position: a, radius: number(), stiffness: number(), falloff: number()))
        case 3: return ParticleBehavior(.alignToMotion(rotation: number()))
        case 4: return ParticleBehavior(.scaleOverLife(numbers(4)))
        case 5: return ParticleBehavior(.alphaOverLife(numbers(4)))
        case 6: return ParticleBehavior(.colorOverLife([b, b], numbers(4)))
        default: return ParticleBehavior(.light(color: b, position: a, falloff: number()))
        }
    }

    private mutating func path() -> Path {
        var path = Path()
        func point(_ g: inout SeededGenerator) -> Point { Point(g.number(), g.number()) }
        path.move(to: point(&self))
        for _ in 0..<Int.random(in: 0...6, using: &self) {
            switch Int.random(in: 0...4, using: &self) {
            case 0: path.move(to: point(&self))
            case 1: path.line(to: point(&self))
            case 2: path.quad(control: point(&self), to: point(&self))
            case 3: path.cubic(control1: point(&self), control2: point(&self), to: point(&self))
            default: path.close()
            }
        }
        return path
    }

    mutating func animation(depth: Int, images: [ImageResource]) -> AnimationState {
        let timing = TimingState(
            beginTime: number(), duration: chance(0.2) ? .infinity : number(), speed: number(), timeOffset: number(),
            repeatCount: chance(0.2) ? .infinity : number(), repeatDuration: number(), autoreverses: chance(),
            fillMode: TimingState.FillMode.allCases.randomElement(using: &self) ?? .removed)
        let curve = chance() ? TimingCurve(0.25, number(), 1, number()) : nil
        if depth < 3, chance(0.3) {
            let count = Int.random(in: 0...3, using: &self)
            let members = (0..<count).map { _ in animation(depth: depth + 1, images: images) }
            return AnimationState(timing: timing, curve: curve, removedOnCompletion: chance(), content: .group(members))
        }
        if chance(0.1) {
            let kind = TransitionState.Kind.allCases.randomElement(using: &self) ?? .fade
            let direction = TransitionState.Direction.allCases.randomElement(using: &self) ?? .fromLeft
            let state = TransitionState(kind, direction, start: number(), end: number())
            return AnimationState(
                timing: timing, curve: curve, removedOnCompletion: chance(), content: .transition(state))
        }
        let rows = LayerPropertyTable.rows
        let row = rows[Int.random(in: 0..<rows.count, using: &self)]
        let part =
            PropertyTarget.Part.allCases.filter { $0.kind(in: row.kind) != nil }.randomElement(using: &self) ?? .whole
        var target = PropertyTarget(row.property, part)
        if row.kind == .filters, part != .whole { target.element = chance() ? "gaussianBlur" : "ünï" }
        if row.property == .emitterCells, chance(0.9) {
            target = PropertyTarget(CellTarget(names: ["a", "б"], property: .contentsRect), .sizeWidth)
        }
        let function = chance(0.3) ? ValueFunction.allCases.randomElement(using: &self) : nil
        let kind = PropertyAnimation.valueKind(of: target, function)
        func optional(_ g: inout SeededGenerator) -> PropertyValue? {
            g.chance(0.7) ? g.value(of: g.chance(0.1) ? .none : kind, images: images) : nil
        }
        let values: PropertyAnimation.Values
        switch Int.random(in: 0...2, using: &self) {
        case 0: values = .basic(from: optional(&self), to: optional(&self), by: optional(&self))
        case 1:
            values = .spring(
                from: optional(&self), to: optional(&self), by: optional(&self),
                spring: SpringState(
                    mass: number(), stiffness: number(), damping: number(), initialVelocity: number(),
                    allowsOverdamping: chance()))
        default:
            let count = Int.random(in: 0...4, using: &self)
            values = .keyframes(
                KeyframeState(
                    values: (0..<count).map { _ in value(of: kind, images: images) },
                    keyTimes: chance() ? (0..<count).map { _ in number() } : nil,
                    curves: chance() ? (0..<count).map { _ in chance() ? TimingCurve(0, number(), 0.5, 1) : nil } : nil,
                    mode: KeyframeState.Mode.allCases.randomElement(using: &self) ?? .linear,
                    bends: KeyframeState.Bends(tension: numbers(3), continuity: numbers(4), bias: numbers(2)),
                    path: chance(0.3) ? motionPath() : nil))
        }
        return AnimationState(
            timing: timing, curve: curve, removedOnCompletion: chance(),
            content: .property(
                PropertyAnimation(
                    target: target, isAdditive: chance(), isCumulative: chance(), function: function,
                    pixelsPerPoint: function == nil && chance(0.2) ? Double.random(in: 0.5...4, using: &self) : nil,
                    values: values)))
    }

    mutating func numbers(_ limit: Int) -> [Double] {
        (0..<Int.random(in: 0...limit, using: &self)).map { _ in number() }
    }

    mutating func motionPath() -> MotionPath {
        func point(_ g: inout SeededGenerator) -> Point { Point(g.number(), g.number()) }
        var path = Path()
        if chance(0.9) { path.move(to: point(&self)) }
        for _ in 0..<Int.random(in: 0...6, using: &self) where !path.isEmpty {
            switch Int.random(in: 0...4, using: &self) {
            case 0: path.move(to: point(&self))
            case 1: path.line(to: point(&self))
            case 2: path.quad(control: point(&self), to: point(&self))
            case 3: path.cubic(control1: point(&self), control2: point(&self), to: point(&self))
            default: path.close()
            }
        }
        return MotionPath(path, turning: MotionPath.Turning.allCases.randomElement(using: &self) ?? .none)
    }

    mutating func identities(_ limit: Int) -> [LayerID] {
        (0..<Int.random(in: 0...limit, using: &self)).map { _ in
            LayerID(rawValue: UInt64.random(in: 1...300, using: &self))
        }
    }

    mutating func commit(images: [ImageResource] = []) -> Commit {
        var commit = Commit(time: number())
        commit.created = identities(4)
        commit.destroyed = identities(2)
        commit.root = chance() ? LayerID(rawValue: 1) : nil
        for _ in 0..<Int.random(in: 0...4, using: &self) {
            var change = LayerChange(layer: LayerID(rawValue: UInt64.random(in: 1...300, using: &self)))
            for row in LayerPropertyTable.rows where chance(0.3) {
                change.mask.insert(row.property)
                change.state.set(row.property, to: value(of: row, images: images))
            }
            if chance() { change.sublayers = identities(5) }
            for _ in 0..<Int.random(in: 0...2, using: &self) {
                switch Int.random(in: 0...3, using: &self) {
                case 0: change.animations.append(.removeAll)
                case 1: change.animations.append(.remove(key: "key"))
                default: change.animations.append(.add(key: "ключ", animation: animation(depth: 0, images: images)))
                }
            }
            for _ in 0..<Int.random(in: 0...2, using: &self) {
                let key = TileKey(
                    level: Int.random(in: -3...3, using: &self), column: Int.random(in: -9...9, using: &self),
                    row: Int.random(in: -9...9, using: &self))
                let rect = CGRect(x: number(), y: number(), width: number(), height: number())
                switch Int.random(in: 0...3, using: &self) {
                case 0: change.tiles.append(.removeAll)
                case 1: change.tiles.append(.invalidate(chance() ? rect : nil))
                default:
                    change.tiles.append(
                        .arrive(key, image: images.randomElement(using: &self), start: number(), fade: number()))
                }
            }
            commit.changes.append(change)
        }
        return commit
    }
}
