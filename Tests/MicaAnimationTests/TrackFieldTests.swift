import Foundation
import MicaBase
import MicaRandom
import MicaWire
import Testing

@testable import MicaWire

/// Fields of tracks, which the rows of the property table give.
@Suite struct TrackFieldTests {
    private static let targets = LayerPropertyTable.rows.flatMap { row in
        PropertyTarget.Part.allCases.filter { $0.kind(in: row.kind) != nil && row.kind != .filters }
            .map { PropertyTarget(row.property, $0) }
    }

    /// Those of numbers, points, sizes, rectangles and colours that have values between two, and the layer's transform.
    private static func isMadeOfNumbers(_ target: PropertyTarget) -> Bool {
        let row = LayerPropertyTable.row(target.property)
        // Two numbers of a transform at once take the general way.
        if target.property == .transform { return target.part != .translation && target.part != .scaleXY }
        return row.interpolation != .discrete && !row.invalidates.contains(.time)
            && [.number, .point, .size, .rect, .color].contains(row.kind)
    }

    @Test func field_is_there_for_every_property_made_of_numbers() {
        for target in Self.targets {
            #expect((TrackField(target) != nil) == Self.isMadeOfNumbers(target), "\(target.keyPath)")
        }
    }

    private static let fields = targets.compactMap { TrackField($0) }.filter { !$0.isTransform }

    @Test(arguments: fields)
    func field_is_written_by_direct_code_as_by_its_row(field: TrackField) {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<8 {
            func number() -> Double { Double.random(in: -3...3, using: &random) }
            let numbers = SIMD4(number(), number(), number(), number())
            var (direct, byRow) = (LayerState(), LayerState())
            field.write(numbers, to: &direct)
            field.writeByRow(numbers, to: &byRow)
            #expect(direct == byRow && direct.features == byRow.features)
            #expect(field.limited(numbers) == field.limitedByRow(numbers))
            let target = PropertyTarget(field.property, field.part)
            #expect(target.value(in: direct).components?[0] == numbers[0])
        }
    }

    private static func value(_ kind: PropertyValue.Kind, _ n: Double) -> PropertyValue? {
        switch kind {
        case .number: .number(n)
        case .point: .point(CGPoint(x: n, y: n * 2))
        case .size: .size(CGSize(width: n, height: n / 2))
        case .rect: .rect(CGRect(x: n, y: -n, width: n * 3, height: n * 4))
        case .color: .color(ColorValue(red: n, green: n / 2, blue: 0.5, alpha: min(1, max(0, n))))
        case .transform: .transform(Matrix4(rotation: n, x: 0, y: 0, z: 1) * Matrix4(scaleX: 2, y: 3))
        default: nil
        }
    }

    /// All ways through a plan against the general one, bit for bit.
    @Test(arguments: targets.filter { isMadeOfNumbers($0) })
    func track_gives_what_the_general_way_gives(target: PropertyTarget) throws {
        let values = try [-0.5, 0.3, 0.75, 1.7].map { try #require(Self.value(target.kind, $0)) }
        let spring = SpringState(mass: 1, stiffness: 90, damping: 3, initialVelocity: 0)
        var contents: [PropertyAnimation.Values] = [
            .basic(from: values[0], to: values[3], by: nil), .basic(from: nil, to: values[2], by: nil),
        ]
        if target.kind != .transform {
            contents.append(.spring(from: values[1], to: values[2], by: nil, spring: spring))
            contents.append(.keyframes(KeyframeState(values: values)))
        }
        var model = LayerState()
        model.bounds = CGRect(x: 1, y: 2, width: 30, height: 40)
        for row in LayerPropertyTable.rows where row.kind == .color {
            model.set(row.property, to: .color(ColorValue(red: 1, green: 0, blue: 0)))
        }
        for content in contents {
            let animation = AnimationState(
                timing: TimingState(beginTime: 1, duration: 2, fillMode: .both),
                content: .property(PropertyAnimation(target: target, values: content)))
            let list = [KeyedAnimation(key: "a", animation: animation)]
            var plan = EvaluationPlan()
            var states = Array(repeating: model, count: 6)
            for slot in 0..<6 { plan.add(list, of: model, slot: Int32(slot)) }
            #expect(plan.generalCount == 0 && plan.trackCount == 6, "\(target.keyPath) \(content)")
            for time in stride(from: 0.5, through: 3.5, by: 0.25) {
                plan.evaluateBlocks(&states, at: time)
                let expected = evaluate(model, list, at: time)
                #expect(states.allSatisfy { $0 == expected }, "\(target.keyPath) \(content) at \(time)")
            }
        }
    }

    @Test func fields_overlap_where_they_write_the_same_number() throws {
        func field(_ path: String) throws -> TrackField {
            try #require(PropertyTarget(keyPath: path).flatMap { TrackField($0) })
        }
        #expect(try field("bounds").overlaps(field("bounds.size.width")))
        #expect(try field("bounds.size").overlaps(field("bounds.size.height")))
        #expect(try !field("bounds.size").overlaps(field("bounds.origin")))
        #expect(try !field("position.x").overlaps(field("position.y")))
        #expect(try !field("position.x").overlaps(field("anchorPoint.x")))
        #expect(try field("transform.rotation").overlaps(field("transform.scale.x")))
        #expect(try field("transform.rotation").overlaps(field("transform.translation.x")))
        #expect(try !field("transform.translation.y").overlaps(field("transform.translation.x")))
    }
}
