import CoreMedia
import Foundation
import MicaRandom
import Testing

private func time(_ value: Int64, _ scale: Int32) -> CMTime { CMTimeMake(value: value, timescale: scale) }

private func same(_ a: CMTime, _ b: CMTime) -> Bool {
    a.value == b.value && a.timescale == b.timescale && a.flags == b.flags && a.epoch == b.epoch
}

@Suite struct CMTimeTests {
    @Test func kinds_are_told_by_flags_alone() {
        #expect(!CMTime().isValid && CMTIME_IS_INVALID(kCMTimeInvalid) && same(CMTime(), kCMTimeInvalid))
        #expect(time(1, 0).isValid == false && time(1, -3).isValid == false)
        #expect(kCMTimeIndefinite.isIndefinite && !kCMTimeIndefinite.isNumeric)
        #expect(kCMTimePositiveInfinity.isPositiveInfinity && kCMTimeNegativeInfinity.isNegativeInfinity)
        #expect(CMTime(value: 99, timescale: 7, flags: [.valid, .positiveInfinity], epoch: 3) == .positiveInfinity)
        #expect(kCMTimeZero.isNumeric && kCMTimeZero.seconds == 0)
        #expect(kCMTimePositiveInfinity.seconds == .infinity && kCMTimeNegativeInfinity.seconds == -.infinity)
        #expect(kCMTimeInvalid.seconds.isNaN && kCMTimeIndefinite.seconds.isNaN)
        #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 28 && kCMTimeMaxTimescale == 0x7fff_ffff)
    }

    @Test func seconds_become_the_nearest_value() {
        #expect(same(CMTimeMakeWithSeconds(1.5, preferredTimescale: 600), time(900, 600)))
        let third = CMTimeMakeWithSeconds(1.0 / 3, preferredTimescale: 600)
        #expect(third.value == 200 && !third.hasBeenRounded, "200 / 600 is that Double")
        let tenth = CMTimeMakeWithSeconds(0.1, preferredTimescale: 3)
        #expect(tenth.value == 0 && tenth.hasBeenRounded)
        #expect(
            !CMTimeMakeWithSeconds(1, preferredTimescale: 0).isValid
                && !CMTimeMakeWithSeconds(.nan, preferredTimescale: 1).isValid)
        let large = CMTimeMakeWithSeconds(1e17, preferredTimescale: 600)
        #expect(large.timescale == 75 && large.value == 7_500_000_000_000_000_000, "halved until there is room")
        #expect(CMTimeMakeWithSeconds(1e19, preferredTimescale: 600).isPositiveInfinity)
        #expect(CMTimeMakeWithSeconds(-1e19, preferredTimescale: 600).isNegativeInfinity)
        #expect(CMTimeMakeWithSeconds(-.infinity, preferredTimescale: 600).isNegativeInfinity)
    }

    @Test func sums_are_in_the_least_common_timescale() {
        #expect(same(time(1, 600) + time(2, 600), time(3, 600)))
        #expect(same(time(1, 4) + time(1, 6), time(5, 12)))
        #expect(same(time(1, 4) - time(1, 6), time(1, 12)))
        // 2^31 - 1 is prime, so that the common timescale of this and 600 is over the largest.
        let sum = time(1, 600) + time(1, Int32.max)
        #expect(sum.timescale == Int32.max && sum.hasBeenRounded)
        #expect(sum.value == Int64((Double(Int32.max) / 600).rounded()) + 1)
        let halved = time(Int64.max, 600) + time(Int64.max, 600)
        #expect(halved.timescale == 300 && halved.value == Int64.max && !halved.hasBeenRounded)
        #expect(
            (time(Int64.max, 1) + time(1, 1)).isPositiveInfinity && (time(Int64.min, 1) - time(1, 1)).isNegativeInfinity
        )
        #expect((time(1, 2) + tenthRounded).hasBeenRounded)
        var sum2 = time(1, 2)
        sum2 += time(1, 2)
        sum2 -= time(1, 4)
        #expect(sum2 == time(3, 4))
    }

    private var tenthRounded: CMTime { CMTimeMakeWithSeconds(0.1, preferredTimescale: 3) }

    @Test func sums_of_what_is_no_number_are_as_the_header_says() {
        let (plus, minus, never, unknown) = (
            CMTime.positiveInfinity, CMTime.negativeInfinity, CMTime.invalid, CMTime.indefinite
        )
        let one = time(1, 1)
        for (a, b, sum, difference) in [
            (plus, plus, plus, never), (minus, minus, minus, never), (plus, minus, never, plus),
            (minus, plus, never, minus),
            (plus, one, plus, plus), (one, plus, plus, minus), (unknown, one, unknown, unknown),
            (one, unknown, unknown, unknown),
            (unknown, plus, plus, minus), (never, one, never, never), (one, never, never, never),
            (never, plus, never, never),
        ] {
            #expect(CMTimeCompare(CMTimeAdd(a, b), sum) == 0, "\(a) + \(b)")
            #expect(CMTimeCompare(CMTimeSubtract(a, b), difference) == 0, "\(a) - \(b)")
        }
        let first = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1),
            second = CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 2)
        #expect(!(first + second).isValid)
        #expect((first - first).epoch == 0 && (first + one).epoch == 1 && (one + first).epoch == 1)
    }

    @Test func conversions_round_as_they_are_told() {
        // By method: 5/10, 4/10, 15/10 and their negatives in units of 1; then 1/3 in 10ths, from smaller to larger.
        let cases: [(CMTimeRoundingMethod, [Int64], [Int64])] = [
            (.roundHalfAwayFromZero, [1, 0, 2], [-1, 0, -2]), (.roundTowardZero, [0, 0, 1], [0, 0, -1]),
            (.roundAwayFromZero, [1, 1, 2], [-1, -1, -2]), (.quickTime, [0, 0, 1], [-1, -1, -1]),
            (.roundTowardPositiveInfinity, [1, 1, 2], [0, 0, -1]),
            (.roundTowardNegativeInfinity, [0, 0, 1], [-1, -1, -2]),
        ]
        for (method, up, down) in cases {
            for (index, value) in [5, 4, 15].enumerated() {
                #expect(time(Int64(value), 10).convertScale(1, method: method).value == up[index], "\(method) \(value)")
                #expect(
                    time(-Int64(value), 10).convertScale(1, method: method).value == down[index], "\(method) -\(value)")
            }
        }
        #expect(time(1, 3).convertScale(10, method: .quickTime).value == 4, "away from zero to a larger scale")
        #expect(
            time(1, 3).convertScale(10, method: .default).hasBeenRounded
                && !time(1, 5).convertScale(10, method: .default).hasBeenRounded)
        #expect(CMTimeConvertScale(.indefinite, timescale: 5, method: .default).isIndefinite)
        #expect(!CMTimeConvertScale(time(1, 1), timescale: 0, method: .default).isValid)
        #expect(time(Int64.max, 1).convertScale(600, method: .default).isPositiveInfinity)
        #expect(time(1, 30).convertScale(600, method: .default) == time(20, 600))
    }

    @Test func products_keep_their_timescale_while_there_is_room() {
        #expect(same(CMTimeMultiply(time(3, 600), multiplier: -4), time(-12, 600)))
        #expect(CMTimeMultiply(time(Int64.max, 600), multiplier: 2).timescale == 300)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1).isNegativeInfinity)
        let half = CMTimeMultiplyByFloat64(time(3, 600), multiplier: 0.5)
        #expect(half.timescale == 76800 && half == time(3, 1200) && !half.hasBeenRounded)
        #expect(CMTimeMultiplyByFloat64(time(1, 100_000), multiplier: 3).timescale == 100_000)
        #expect(CMTimeMultiplyByFloat64(time(1, 600), multiplier: 1.0 / 3).hasBeenRounded)
        #expect(same(CMTimeMultiplyByRatio(time(1, 600), multiplier: 2, divisor: 7), time(2, 4200)))
        #expect(CMTimeMultiplyByRatio(time(1, 600), multiplier: 1, divisor: 0).isPositiveInfinity)
        #expect(!CMTimeMultiplyByRatio(time(0, 600), multiplier: 1, divisor: 0).isValid)
        #expect(CMTimeMultiplyByRatio(time(6, 1_000_000_000), multiplier: 5, divisor: 60) == time(1, 2_000_000_000))
        #expect(
            CMTimeAbsoluteValue(time(-3, 4)) == time(3, 4) && CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    }

    @Test func order_is_total() {
        let ordered: [CMTime] = [
            .negativeInfinity, time(-1, 2), .zero, time(1, 3), time(1, 2),
            CMTimeMakeWithEpoch(value: -9, timescale: 1, epoch: 1),
            .indefinite, .positiveInfinity, .invalid,
        ]
        for (i, a) in ordered.enumerated() {
            for (j, b) in ordered.enumerated() {
                #expect(CMTimeCompare(a, b) == (i < j ? -1 : i > j ? 1 : 0))
                #expect((a < b) == (i < j) && (a == b) == (i == j))
            }
        }
        #expect(time(1, 2) == time(300, 600) && time(1, 2).hashValue == time(300, 600).hashValue)
        #expect(CMTimeMinimum(time(1, 2), time(1, 3)) == time(1, 3) && CMTimeMaximum(.invalid, .zero) == .invalid)
    }

    /// Sums, differences and products of random times never trap, and are right where Doubles can tell.
    @Test func arithmetic_holds_for_any_numbers() {
        var random = SeededGenerator(seed: 25)
        func any() -> CMTime {
            let value = random.chance() ? Int64(bitPattern: random.next()) : Int64(random.whole(-1_000_000...1_000_000))
            let scale = random.chance(0.1) ? Int32.max : Int32(random.whole(1...100_000))
            return CMTime(
                value: value, timescale: scale,
                flags: random.chance(0.1) ? CMTimeFlags(rawValue: UInt32(random.below(32))) : .valid,
                epoch: random.chance(0.1) ? 1 : 0)
        }
        for _ in 0..<20_000 {
            let (a, b) = (any(), any())
            let factor = Int32(truncatingIfNeeded: random.next())
            for (result, expected) in [
                (a + b, a.seconds + b.seconds), (a - b, a.seconds - b.seconds),
                (CMTimeMultiply(a, multiplier: factor), a.seconds * Double(factor)),
                (CMTimeMultiplyByFloat64(a, multiplier: 0.37), a.seconds * 0.37),
                (CMTimeMultiplyByRatio(a, multiplier: factor, divisor: 7), a.seconds * Double(factor) / 7),
                (a.convertScale(90_000, method: .default), a.seconds),
            ] where a.isNumeric && b.isNumeric && result.isNumeric {
                // Because: a value is rounded to its timescale, and Doubles have 53 bits.
                let step = 1 / Double(result.timescale) + (abs(a.seconds) + abs(b.seconds) + abs(expected)) * 0x1p-50
                #expect(abs(result.seconds - expected) <= step, "\(a) \(b) \(factor): \(result)")
            }
            _ = CMTimeCompare(a, b)
            let range = CMTimeRange(start: a, duration: CMTimeAbsoluteValue(b))
            _ = (range.end, range.union(CMTimeRange(start: b, duration: a)), CMTimeFoldIntoRange(b, foldRange: range))
            _ = CMTimeMapTimeFromRangeToRange(b, fromRange: range, toRange: CMTimeRange(start: .zero, duration: a))
            _ = (range.description, a.hashValue)
        }
    }
}

@Suite struct CMTimeRangeTests {
    @Test func ranges_end_before_their_end() {
        let range = CMTimeRange(start: time(1, 1), duration: time(2, 1))
        #expect(range.end == time(3, 1) && range.containsTime(time(1, 1)) && !range.containsTime(range.end))
        #expect(
            CMTimeRange(start: time(1, 1), end: time(3, 1)) == range
                && CMTimeRangeFromTimeToTime(start: time(1, 1), end: time(3, 1)) == range)
        #expect(!CMTimeRangeMake(start: .zero, duration: CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)).isValid)
        #expect(CMTimeRange.zero.isEmpty && !CMTimeRange.invalid.isValid && CMTIMERANGE_IS_EMPTY(kCMTimeRangeZero))
    }

    @Test func unions_and_intersections() {
        let a = CMTimeRange(start: time(1, 1), duration: time(2, 1)),
            b = CMTimeRange(start: time(2, 1), duration: time(5, 1))
        #expect(a.union(b) == CMTimeRange(start: time(1, 1), end: time(7, 1)))
        #expect(a.intersection(b) == CMTimeRange(start: time(2, 1), end: time(3, 1)))
        #expect(CMTimeRangeGetIntersection(a, otherRange: CMTimeRange(start: time(9, 1), duration: time(1, 1))).isEmpty)
        #expect(CMTimeRangeContainsTimeRange(a.union(b), otherRange: b) && !b.containsTimeRange(a))
    }

    @Test func times_are_mapped_clamped_and_folded() {
        let from = CMTimeRange(start: time(10, 1), duration: time(4, 1)),
            to = CMTimeRange(start: .zero, duration: time(1, 1))
        #expect(CMTimeMapTimeFromRangeToRange(time(12, 1), fromRange: from, toRange: to) == time(1, 2))
        #expect(CMTimeMapTimeFromRangeToRange(from.end, fromRange: from, toRange: to) == to.end)
        #expect(CMTimeMapDurationFromRangeToRange(time(1, 1), fromRange: from, toRange: to) == time(1, 4))
        #expect(!CMTimeMapTimeFromRangeToRange(time(1, 1), fromRange: .zero, toRange: to).isValid)
        let long = CMTimeRange(start: time(5, 1), duration: .positiveInfinity),
            other = CMTimeRange(start: time(7, 1), duration: .positiveInfinity)
        #expect(CMTimeMapTimeFromRangeToRange(time(6, 1), fromRange: long, toRange: other) == time(8, 1))
        #expect(
            CMTimeClampToRange(time(1, 1), range: from) == from.start
                && CMTimeClampToRange(time(99, 1), range: from) == from.end)
        #expect(CMTimeFoldIntoRange(time(15, 1), foldRange: from) == time(11, 1))
        #expect(CMTimeFoldIntoRange(time(9, 1), foldRange: from) == time(13, 1))
        #expect(
            CMTimeFoldIntoRange(time(10, 3), foldRange: CMTimeRange(start: .zero, duration: time(3, 2))) == time(1, 3))
    }
}
