import MicaRandom
import Testing

@testable import MicaServer

@Test func kept_sorter_sorts_as_the_library_does_and_keeps_equals_in_order() {
    var random = SeededGenerator(seed: 11)
    var sorter = StableSorter<(key: Int, index: Int)>()
    for count in [0, 1, 2, 7, 8, 9, 16, 17, 63, 64, 65, 500, 1_000] {
        for range in [1, 3, 1_000] {
            var list = (0..<count).map { (key: random.below(range), index: $0) }
            let sorted = list.sorted { ($0.key, $0.index) < ($1.key, $1.index) }
            sorter.sort(&list) { $0.key < $1.key }
            #expect(list.map { $0.key } == sorted.map { $0.key }, "\(count) of \(range)")
            #expect(list.map { $0.index } == sorted.map { $0.index }, "\(count) of \(range)")
        }
    }
}
