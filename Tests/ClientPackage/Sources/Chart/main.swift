import Foundation
import Mica
import QuartzCore

LayerRenderer.makeTimeVirtual()  // in the first line: begin times are the film's, not the machine's
struct Bar: Decodable { var name: String, value: Double }
let json = Data(#"[{"name": "Mon", "value": 3}, {"name": "Tue", "value": 7}, {"name": "Wed", "value": 5}]"#.utf8)
let bars = try JSONDecoder().decode([Bar].self, from: json)

let chart = CALayer()
chart.bounds.size = CGSize(width: 480, height: 270)
chart.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
let largest = bars.map(\.value).max() ?? 1
let step = chart.bounds.width / CGFloat(bars.count)
for (index, bar) in bars.enumerated() {
    let layer = CALayer()
    layer.anchorPoint = CGPoint(x: 0.5, y: 1)
    layer.position = CGPoint(x: step * (CGFloat(index) + 0.5), y: 230)
    layer.bounds.size = CGSize(width: 0.6 * step, height: 200 * bar.value / largest)
    layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.5, blue: 1, alpha: 1)
    layer.cornerRadius = 6
    chart.addSublayer(layer)
    let grow = CASpringAnimation(keyPath: "bounds.size.height")
    grow.fromValue = 0
    grow.damping = 14
    grow.duration = grow.settlingDuration
    grow.beginTime = CACurrentMediaTime() + 0.2 * Double(index)
    grow.fillMode = .backwards
    layer.add(grow, forKey: "grow")
    let name = CATextLayer()
    name.string = bar.name
    name.fontSize = 16
    name.alignmentMode = .center
    name.foregroundColor = CGColor(gray: 0.2, alpha: 1)
    name.frame = CGRect(x: step * CGFloat(index), y: 236, width: step, height: 24)
    name.contentsScale = 2
    chart.addSublayer(name)
}
try LayerRenderer(layer: chart, scale: 2).write(to: "chart.mp4", duration: 2.5, framesPerSecond: 30)
