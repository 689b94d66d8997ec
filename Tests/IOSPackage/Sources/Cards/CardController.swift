import UIKit

public final class CardController: UITableViewController {
    let items = ["Milk", "Bread", "Tea"]
    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Shopping"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    }
    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }
    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        cell.textLabel?.text = items[indexPath.row]
        cell.accessoryType = .disclosureIndicator
        return cell
    }
}
