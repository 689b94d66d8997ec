import MicaWorkers
import Synchronization
import Testing

@Suite struct WorkerPoolTests {
    @Test(arguments: [1, 2, 3, 8]) func items_are_done_once_each(workers: Int) {
        let pool = WorkerPool(workers: workers)
        for count in [0, 1, 2, 7, 500] {
            for _ in 0..<20 {
                let done = Mutex([Int](repeating: 0, count: count))
                pool.forEach(count) { worker, item in
                    precondition(worker < workers)
                    done.withLock { $0[item] += 1 }
                }
                #expect(done.withLock { $0.allSatisfy { $0 == 1 } }, "\(count) items")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 8]) func parts_of_items_are_done_once_each(workers: Int) {
        let pool = WorkerPool(workers: workers)
        for (count, parts) in [(0, 4), (1, 4), (2, 1), (3, 4), (34, 4), (50, 7)] {
            for round in 0..<20 {
                // Whether the threads sleep, are called or still look for work makes no difference.
                if round % 2 == 0 { pool.prewake() }
                let done = Mutex([Int](repeating: 0, count: count * parts))
                pool.forEach(count, parts: parts) { worker, item, taken in
                    precondition(worker < workers && !taken.isEmpty)
                    done.withLock { for part in taken { $0[item * parts + part] += 1 } }
                }
                #expect(done.withLock { $0.allSatisfy { $0 == 1 } }, "\(count) items of \(parts) parts")
            }
        }
    }

    @Test func last_items_are_taken_in_parts() {
        let pool = WorkerPool(workers: 2)
        let first = Atomic<Int>(0)
        let taken = Mutex([[Range<Int>]](repeating: [], count: 10))
        // One worker has its first item for as long as the other one works.
        pool.forEach(10, parts: 4) { _, item, parts in
            if first.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged {
                while taken.withLock({ $0.joined().reduce(0) { $0 + $1.count } }) < 36 {}
            }
            taken.withLock { $0[item].append(parts) }
        }
        let all = taken.withLock { $0 }
        #expect(all.allSatisfy { $0.reduce(0) { $0 + $1.count } == 4 })
        #expect(all.contains { $0.count == 1 } && all.contains { $0.count > 1 })
    }

    @Test func elements_are_changed_with_a_workers_own_memory() {
        let pool = WorkerPool(workers: 4)
        var memory = [[Int]](repeating: [], count: 4)
        var elements = Array(0..<1_000)
        for isSmall in [false, true] {
            pool.forEach(in: &elements, first: 900, isSmall: isSmall, with: &memory) { index, element, seen in
                seen.append(element)
                precondition(element % 1_000 == index)
                element += 1_000
            }
        }
        #expect(elements == (0..<900).map { $0 + 2_000 } + (900..<1_000))
        // Each worker has seen its changes, and one has seen all small ones.
        #expect(memory.joined().sorted() == Array(0..<900) + (1_000..<1_900))
        #expect(memory[0].suffix(900).elementsEqual(1_000..<1_900))
    }

    @Test func work_that_others_left_is_done_by_who_is_ready() {
        let pool = WorkerPool(workers: 2)
        let first = Atomic<Int>(0)
        let done = Mutex([Int]())
        // Whoever begins waits until the other one has done all else.
        pool.forEach(64) { _, item in
            if first.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged {
                while done.withLock({ $0.count }) < 63 {}
            }
            done.withLock { $0.append(item) }
        }
        #expect(done.withLock { $0.sorted() } == Array(0..<64))
    }
}
