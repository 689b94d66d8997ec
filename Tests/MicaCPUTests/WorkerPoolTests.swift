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
        // Each worker has seen what it changed, and one has seen all of what is small.
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
