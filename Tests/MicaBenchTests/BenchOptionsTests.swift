import Testing

@testable import MicaBench

@Test func options_have_the_comparison_defaults() throws {
    let options = try BenchOptions([])
    #expect(options.scenes == "abcdDefgGhiIrRsmtpk")
    #expect(options.threads == 1)
    #expect(options.budget == 1500)
    #expect(options.dumpFrame == 60)
    #expect(options.name == "mica")
}

@Test func options_name_says_threads_or_variant() throws {
    #expect(try BenchOptions(["--threads", "2"]).name == "mica/2t")
    #expect(try BenchOptions(["--threads=2", "--variant", "x y"]).name == "mica/x y")
    #expect(try BenchOptions(["--threads=2", "--variant", "x y"]).fileName == "mica_x_y")
}

@Test(arguments: [
    ["--scenes", "ax"], ["--threads", "two"], ["--budget-ms"], ["--budget-ms", "nan"], ["--check=1"], ["--what"], ["a"],
])
func options_that_make_no_sense_are_errors(arguments: [String]) {
    #expect(throws: BenchUsageError.self) { try BenchOptions(arguments) }
}
