import Foundation
import MicaBase
import MicaRandom
import Testing

@testable import MicaWire

/// Derived values of the property table, over all rows.
@Suite struct PropertyAccessTests {
    private static let images = [ImageResource(bitmap: Bitmap(width: 1, height: 1, filledWith: 0))]

    /// States of which no value is a new layer's, and a new layer's.
    private static func states(_ random: inout SeededGenerator) -> [LayerState] {
        var states = [LayerState()]
        for _ in 0..<4 {
            var state = LayerState()
            for row in LayerPropertyTable.rows where row.property != .bounds || random.chance() {
                _ = row.access.set(&state, random.value(of: row, images: images))
            }
            states.append(state)
        }
        return states
    }

    /// NaN and infinity as numbers do not occur here.
    private static func values(_ random: inout SeededGenerator, of row: PropertyRow) -> [PropertyValue] {
        var values = (0..<6).map { _ in random.value(of: row, images: images) }
        values += [.none, .number(0), .number(7), .string(""), .string("unknown"), .filters([])]
        values += PropertyValue.Kind.allCases.map { random.value(of: $0, images: images) }
        return values
    }

    @Test(arguments: LayerPropertyTable.rows.map(\.property))
    func fast_way_gives_what_the_rows_give(property: PropertyID) {
        var random = SeededGenerator(seed: 190 + UInt64(property.rawValue))
        let row = LayerPropertyTable.row(property)
        for state in Self.states(&random) {
            #expect(state[property] == row.access.get(state))
            for value in Self.values(&random, of: row) {
                var (fast, plain) = (state, state)
                let isTaken = row.access.set(&plain, value)
                let isTakenFast = fast.set(property, to: value)
                #expect(isTakenFast == isTaken, "\(value)")
                #expect(fast == plain, "\(value)")
                #expect(fast.features == plain.features && fast.showsDetails == plain.showsDetails, "\(value)")
                #expect(isTaken || plain == state, "\(value)")
                var (first, second) = (LayerState(), LayerState())
                first.take(PropertyMask(property), from: fast)
                _ = row.access.set(&second, row.access.get(plain))
                #expect(first == second && first.features == second.features, "\(value)")
            }
        }
    }

    @Test(arguments: LayerPropertyTable.rows.map(\.property))
    func value_that_is_set_reads_back_and_alone_differs(property: PropertyID) {
        var random = SeededGenerator(seed: 1_900 + UInt64(property.rawValue))
        let row = LayerPropertyTable.row(property)
        var seen = 0
        for _ in 0..<20 {
            let value = random.value(of: row, images: Self.images)
            var state = LayerState()
            let isTaken = state.set(property, to: value)
            #expect(isTaken, "\(value)")
            #expect(state[property] == value || value == .filters([]) || value == .string(""), "\(value)")
            let differs = state[property] != row.defaultValue
            #expect(state.differencesFromNew == (differs ? PropertyMask(property) : []))
            #expect((state == LayerState()) != differs, "\(value)")
            if differs { seen += 1 }
        }
        #expect(seen > 0)
    }

    @Test(arguments: LayerPropertyTable.rows.filter { $0.access.numberCount > 0 }.map(\.property))
    func numbers_that_are_written_are_the_value(property: PropertyID) {
        var random = SeededGenerator(seed: 19_000 + UInt64(property.rawValue))
        let row = LayerPropertyTable.row(property)
        for state in Self.states(&random) {
            let numbers = SIMD4(random.number(), random.number(), random.number(), random.number())
            let whole: PropertyValue =
                switch row.kind {
                case .number: .number(numbers.x)
                case .point: .point(CGPoint(x: numbers.x, y: numbers.y))
                case .size: .size(CGSize(width: numbers.x, height: numbers.y))
                case .rect: .rect(CGRect(x: numbers.x, y: numbers.y, width: numbers.z, height: numbers.w))
                default: .color(ColorValue(red: numbers.x, green: numbers.y, blue: numbers.z, alpha: numbers.w))
                }
            var (written, set) = (state, state)
            row.access.write(numbers, first: 0, count: row.access.numberCount, to: &written)
            set.set(property, to: whole)
            #expect(written == set && written.features == set.features)
            guard row.kind == .rect else { continue }
            var part = state
            row.access.write(SIMD4(3, 4, 0, 0), first: 2, count: 2, to: &part)
            let target = PropertyTarget(property, .size)
            target.set(.size(CGSize(width: 3, height: 4)), in: &set)
            target.set(.size(CGSize(width: 3, height: 4)), in: &written)
            #expect(target.value(in: part) == target.value(in: set))
            #expect(
                PropertyTarget(property, .origin).value(in: part) == PropertyTarget(property, .origin).value(in: state))
        }
    }

    @Test func numbers_of_properties_are_without_a_gap() {
        #expect(LayerPropertyTable.rows.map { Int($0.property.rawValue) } == Array(0..<LayerPropertyTable.rows.count))
        #expect(PropertyID(rawValue: UInt8(LayerPropertyTable.rows.count)) == nil)
        #expect(PropertyMask.all.rawValue.nonzeroBitCount == LayerPropertyTable.rows.count)
    }

    @Test func a_set_of_properties_is_taken_out_in_the_order_of_their_numbers() {
        var (all, found) = (PropertyMask.all, [PropertyID]())
        while let property = all.takeFirst() { found.append(property) }
        #expect(found == PropertyID.allCases)
        var (some, taken) = (PropertyMask(.contents).union(PropertyMask(.opacity)), [PropertyID]())
        while let property = some.takeFirst() { taken.append(property) }
        #expect(taken == [.opacity, .contents])
    }
}
