import Testing

@testable import MicaDocuments

@Test func plain_numbers_are_those_of_the_standard_library() {
    var state: UInt64 = 21
    func random(_ bound: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % bound
    }
    var taken = 0
    for _ in 0..<20_000 {
        var text = random(3) == 0 ? "-" : ""
        for _ in 0..<random(9) { text += String(random(10)) }
        if random(2) == 0 { text += "." }
        for _ in 0..<random(9) { text += String(random(10)) }
        guard let plain = PlainNumber.read(Substring(text).utf8) else { continue }
        taken += 1
        #expect(plain.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
    #expect(taken > 10_000)
    for other in ["", "-", ".", "1.", ".5", "1e3", "+1", "--1", "1-", "0x10", "inf", "1234567890123456"] {
        #expect(PlainNumber.read(Substring(other).utf8) == nil)
    }
}
